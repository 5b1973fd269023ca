// The disk is full: nobody is told that something is kept which is not, and with room again everything goes on.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NEW_ARTICLE, postForm, readForm } from '../support/editor';
import { buildMachine, type Machine, tell } from '../support/machine';
import { drawPicture } from '../support/pictures';
import type { Visitor } from '../support/visitor';
import { listBroken, type Work } from './editors';

const SIZE = '700m';
const disk = mkdtempSync(join(tmpdir(), 'magazine-small-disk-'));
const filler = join(disk, 'filler');

/** A disk of its own in memory; only root may mount one, and not everywhere. */
function mountSmallDisk(): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE}`, 'tmpfs', disk], { stdio: 'ignore' });
    return true;
  } catch {
    tell('full disk: skipped, for a small disk cannot be mounted here (it takes root)');
    rmSync(disk, { recursive: true, force: true });
    return false;
  }
}

/** To the last byte. */
function fillDisk(): void {
  const piece = Buffer.alloc(1024 * 1024);
  for (let written = 0; ; written += 1)
    try {
      writeFileSync(`${filler}-${written}`, piece);
    } catch {
      for (let small = 0; statfsSync(disk).bavail > 0 && small < 2_000; small += 1)
        try {
          writeFileSync(`${filler}-small-${small}`, Buffer.alloc(4096));
        } catch {
          break;
        }
      return;
    }
}

const freeDisk = () => execFileSync('sh', ['-c', `rm -f ${filler}-*`]);

const isMounted = mountSmallDisk();

describe.runIf(isMounted)('a full disk', () => {
  let machine: Machine;
  beforeAll(async () => {
    machine = await buildMachine(join(disk, 'data'));
    await machine.start();
  }, 300_000);
  afterAll(async () => {
    freeDisk();
    await machine.scrap();
    execFileSync('umount', [disk]);
    rmSync(disk, { recursive: true, force: true });
  }, 60_000);

  const work = { saved: [] as string[], subscribed: [] as string[] } as Work;
  const isUp = async () => (await machine.site.get('/healthz').catch(() => null))?.status === 200;

  async function save(admin: Visitor, title: string) {
    const form = { ...NEW_ARTICLE, title, content: `<p>${'Words that take room. '.repeat(2_000)}</p>` };
    const answer = await postForm(admin, '/admin/articles/new', form).catch(() => null);
    if (answer?.status === 303) work.saved.push(title);
    return answer;
  }

  it('is told to whoever saves, with what they typed, and to whoever runs the magazine', async () => {
    const admin = await machine.signIn();
    expect((await save(admin, 'Bad day with room'))?.status).toBe(303);
    fillDisk();
    const picture = new FormData();
    picture.set(
      'file',
      new Blob([Buffer.from(await drawPicture('png', { width: 900, height: 900 }))]),
      'a.png',
    );
    const uploaded = await admin.post('/admin/media/upload', picture).catch(() => null);
    const refusal = uploaded ? await uploaded.text() : 'no answer';
    tell(`upload on a full disk: ${uploaded?.status} ${refusal.slice(0, 120)}`);
    if (uploaded) {
      expect(uploaded.status).toBeGreaterThanOrEqual(400);
      expect(JSON.parse(refusal)).toEqual({ title: 'Upload Error', error: 'Failed to upload image' });
    }
    let refused: Response | null = null;
    for (let turn = 0; turn < 400 && !refused && (await isUp()); turn += 1) {
      const answer = await save(admin, `Bad day ${turn}`);
      if (answer && answer.status !== 303) refused = answer;
    }
    if (refused) {
      tell(`save on a full disk: ${refused.status}`);
      expect(refused.status).toBe(503);
      expect((await readForm(refused)).title).toMatch(/^Bad day/);
    } else {
      // PostgreSQL ends itself when it cannot write its log; then the start says why.
      expect(await machine.ended).toBe(1);
      expect(machine.said()).toContain('is full');
    }
  });

  it('with room again keeps all that it had promised, and takes more', async () => {
    freeDisk();
    if (!(await isUp()) || !(await machine.site.get('/readyz')).ok) {
      machine.stop();
      await machine.ended;
      await machine.start();
    }
    expect(await listBroken(machine, work)).toEqual([]);
    const admin = await machine.signIn();
    expect((await save(admin, 'Bad day with room again'))?.status).toBe(303);
    expect((await machine.site.get('/')).status).toBe(200);
    tell(`full disk: ${work.saved.length} saves kept`);
  });
});
