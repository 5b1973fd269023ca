// A full disk: nothing is acknowledged that is not stored, and work continues when there is space again.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NEW_ARTICLE, postForm, readFormFields } from '../support/browser/editor';
import { drawImage } from '../support/images';
import { buildMachine, type Machine, printLine } from '../support/site/machine';
import type { Visitor } from '../support/visitor';
import { listBroken, type Work } from './editors';

const SIZE = '700m';
const disk = mkdtempSync(join(tmpdir(), 'magazine-small-disk-'));
const filler = join(disk, 'filler');

/** Mounts a small disk in memory, which requires root and is not possible everywhere. */
function mountSmallDisk(): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE}`, 'tmpfs', disk], { stdio: 'ignore' });
    return true;
  } catch {
    printLine('full disk: skipped, because a small disk cannot be mounted here (requires root)');
    rmSync(disk, { recursive: true, force: true });
    return false;
  }
}

/** Fills it to the last byte. */
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

describe.runIf(isMounted)('full disk', () => {
  let machine: Machine;
  beforeAll(async () => {
    machine = await buildMachine(join(disk, 'data'));
    await machine.start();
  }, 300_000);
  afterAll(async () => {
    freeDisk();
    await machine.dispose();
    execFileSync('umount', [disk]);
    rmSync(disk, { recursive: true, force: true });
  }, 60_000);

  const work = { saved: [] as string[], subscribed: [] as string[] } as Work;
  const isUp = async () => (await machine.site.get('/healthz').catch(() => null))?.status === 200;

  async function save(admin: Visitor, title: string) {
    const form = { ...NEW_ARTICLE, title, content: `<p>${'Text that takes space. '.repeat(2_000)}</p>` };
    const answer = await postForm(admin, '/admin/articles/new', form).catch(() => null);
    if (answer?.status === 303) work.saved.push(title);
    return answer;
  }

  it('rejects a save with the typed text and tells the operator', async () => {
    const admin = await machine.signIn();
    expect((await save(admin, 'Fault test with room'))?.status).toBe(303);
    fillDisk();
    const image = new FormData();
    image.set('file', new Blob([Buffer.from(await drawImage('png', { width: 900, height: 900 }))]), 'a.png');
    const uploaded = await admin.post('/admin/media/upload', image).catch(() => null);
    const refusal = uploaded ? await uploaded.text() : 'no answer';
    printLine(`upload on a full disk: ${uploaded?.status} ${refusal.slice(0, 120)}`);
    if (uploaded) {
      expect(uploaded.status).toBeGreaterThanOrEqual(400);
      expect(JSON.parse(refusal)).toEqual({ title: 'Upload Error', error: 'Failed to upload image' });
    }
    let refused: Response | null = null;
    for (let turn = 0; turn < 400 && !refused && (await isUp()); turn += 1) {
      const answer = await save(admin, `Fault test ${turn}`);
      if (answer && answer.status !== 303) refused = answer;
    }
    if (refused) {
      printLine(`save on a full disk: ${refused.status}`);
      expect(refused.status).toBe(503);
      expect((await readFormFields(refused)).title).toMatch(/^Fault test/);
    } else {
      // PostgreSQL exits if it cannot write its log; then the output names the reason.
      expect(await machine.ended).toBe(1);
      expect(machine.output()).toContain('is full');
    }
  });

  it('keeps every acknowledged write and accepts more with space again', async () => {
    freeDisk();
    if (!(await isUp()) || !(await machine.site.get('/readyz')).ok) {
      machine.stop();
      await machine.ended;
      await machine.start();
    }
    expect(await listBroken(machine, work)).toEqual([]);
    const admin = await machine.signIn();
    expect((await save(admin, 'Fault test with room again'))?.status).toBe(303);
    expect((await machine.site.get('/')).status).toBe(200);
    printLine(`full disk: ${work.saved.length} saves kept`);
  });
});
