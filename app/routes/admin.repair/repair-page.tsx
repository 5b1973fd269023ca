// The repair screen: repair and undo, the dry run's result, and the content check.
import { Form, Link } from '@remix-run/react';
import type { FaultyArticles } from '~/features/maintenance/content-check/content-check.server';
import type { FaultKind } from '~/features/maintenance/content-check/fault';
import type { ArticlePreview } from '~/features/maintenance/repair/preview.server';
import type { RepairRun } from '~/features/maintenance/repair/repair-run';
import {
  describeRepairCounts,
  repairOutcome,
  repairProgressOf,
  undoOutcome,
} from '~/features/maintenance/repair/repair-run';
import type { RefusedForm } from '~/http/forms/refuse-form.server';
import { PageHead } from '~/layouts/admin/list/page-head';
import { useListAddress } from '~/layouts/admin/list/use-list-address';
import { FormRefusal } from '~/ui/form-refusal';
import { DialogFoot, ModalDialog } from '~/ui/modal-dialog';
import { SubmitButton } from '~/ui/submit-button';
import { useToast } from '~/ui/toast';
import { CheckPart } from './check-part';
import { FollowJob } from './follow-job';
import { PreviewPart } from './preview-part';
import { RunPanel } from './run-panel';
import { type Live, useLive } from './use-live';

export interface RepairView {
  live: Live;
  /** Articles that an undo of the latest repair would restore; 0 while a repair or an undo is running. */
  toUndo: number;
  isPreviewValid: boolean;
  previews: ArticlePreview[];
  page: number;
  pageCount: number;
  faulty: FaultyArticles | null;
  fault: FaultKind | null;
  faultsPage: number;
  faultsPageCount: number;
  /** Articles whose related articles are not computed yet. */
  unrelated: number;
  dialog: { kind: 'undo'; id: string | null } | null;
}

const number = (count: number) => count.toLocaleString('en-US');

export function RepairPage({ view, refused }: { view: RepairView; refused: RefusedForm | null }) {
  const here = useListAddress();
  const toast = useToast();
  const { live, running, refresh } = useLive(view.live, (name, { repair, undo }) => {
    const outcome =
      name === 'repair' && repair
        ? repairOutcome(repair)
        : name === 'undo' && undo
          ? undoOutcome(undo)
          : null;
    if (outcome) toast({ title: outcome.title, description: outcome.text, destructive: outcome.isBad });
  });
  const { repair, undo, preview, check } = live;
  const isChanging = repair?.status === 'running' || undo?.status === 'running';
  const showsPreview = preview !== null && view.isPreviewValid;
  return (
    <>
      <PageHead title="Article Repair" text="Cleans up formatting left over from pasting and importing.">
        <Start
          intent="preview"
          pending="Starting..."
          isBusy={preview?.status === 'running'}
          busy="Running..."
          isQuiet
        >
          Dry Run
        </Start>
        <Start
          intent="repair"
          pending="Starting..."
          isBusy={isChanging}
          busy={undo?.status === 'running' ? 'Undoing...' : 'Repairing...'}
        >
          Start Repair Process
        </Start>
      </PageHead>
      {running.map((id) => (
        <FollowJob key={id} jobId={id} onProgress={refresh} />
      ))}
      {!view.dialog && <FormRefusal refused={refused} />}
      <div className="repair">
        <RepairPanel
          repair={repair}
          undo={undo}
          toUndo={view.toUndo}
          undoTo={here({ undo: repair?.id ?? '' })}
        />
        {showsPreview && <DryRun preview={preview} />}
        {showsPreview && preview.status !== 'running' && preview.found > 0 && (
          <PreviewPart
            previews={view.previews}
            found={preview.found}
            page={view.page}
            pageCount={view.pageCount}
            hrefFor={(page) => here({ changes: String(page) })}
          />
        )}
        <CheckPart
          check={check}
          faulty={view.faulty}
          fault={view.fault}
          page={view.faultsPage}
          pageCount={view.faultsPageCount}
          here={here}
        />
        <RelatedPanel waiting={view.unrelated} />
      </div>
      {view.dialog?.id && (
        <UndoDialog
          id={view.dialog.id}
          count={repair?.id === view.dialog.id ? view.toUndo : 0}
          refused={refused}
          closeTo={here({ undo: null })}
        />
      )}
    </>
  );
}

interface StartProps {
  intent: 'repair' | 'preview';
  pending: string;
  isBusy: boolean;
  /** The button's label while busy. */
  busy: string;
  isQuiet?: boolean;
  children: string;
}

function Start({ intent, pending, isBusy, busy, isQuiet = false, children }: StartProps) {
  const className = isQuiet ? 'button button--quiet' : 'button';
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="intent" value={intent} />
      {isBusy ? (
        <button className={className} type="submit" disabled>
          {busy}
        </button>
      ) : (
        <SubmitButton intent={intent} pending={pending} className={className}>
          {children}
        </SubmitButton>
      )}
    </Form>
  );
}

interface RepairPanelProps {
  repair: RepairRun | null;
  undo: RepairRun | null;
  toUndo: number;
  undoTo: string;
}

/** Shows the latest run, whether a repair or an undo. */
function RepairPanel({ repair, undo, toUndo, undoTo }: RepairPanelProps) {
  const isRetried = repair?.status === 'running';
  const isUndo = undo !== null && !isRetried && (repair === null || undo.startedAt >= repair.startedAt);
  const run = isUndo ? undo : repair;
  const figures = [
    { label: 'Total', value: run?.total ?? 0 },
    { label: isUndo ? 'Undone' : 'Repaired', value: run?.repaired ?? 0 },
    { label: 'Skipped', value: run?.skipped ?? 0 },
  ];
  if (!run)
    return (
      <RunPanel
        title="Ready"
        text="Decodes HTML entities, collapses extra white space and moves embedded images to the media library. Code blocks are not changed. Every change is saved as a revision, and you can undo the whole run."
        bar={{ label: 'Progress', text: 'Not started', value: 0, max: 1 }}
        figures={figures}
        isRunning={false}
        jobId={null}
      />
    );
  const outcome = isUndo ? undoOutcome(run) : repairOutcome(run);
  const { value, max } = repairProgressOf(run);
  const unit = max === 1 ? 'article' : 'articles';
  const sums = run.sums && describeRepairCounts(run.sums);
  return (
    <RunPanel
      title={outcome?.title ?? (isUndo ? 'Undoing the repair...' : 'Repairing articles...')}
      text={
        outcome ? (
          <>
            {outcome.text} {sums && `${sums}.`}
          </>
        ) : undefined
      }
      isBad={outcome?.isBad}
      bar={{
        label: 'Progress',
        text: outcome ? `${number(max)} ${unit} checked` : `${number(value)} of ${number(max)} ${unit}`,
        value: outcome && run.status === 'done' ? max : value,
        max,
      }}
      figures={figures}
      isRunning={run.status === 'running'}
      jobId={run.id}
    >
      {outcome && toUndo > 0 && (
        <Link className="button button--quiet" to={undoTo} preventScrollReset>
          Undo This Repair
        </Link>
      )}
    </RunPanel>
  );
}

function DryRun({ preview }: { preview: RepairRun }) {
  const { status, articles, looked, found, unread, id } = preview;
  const isRunning = status === 'running';
  if (!isRunning && found > 0 && unread === 0) return null;
  const state = isRunning
    ? { title: 'Dry run...', text: 'No articles are changed.' }
    : unread > 0
      ? { title: 'Dry run incomplete', text: 'We couldn’t read some articles.', isBad: true }
      : { title: 'No Articles to Repair', text: `The dry run checked ${number(looked)} articles.` };
  const text = `${number(looked)} of ${number(articles)} articles`;
  const bar = { label: 'Checked', text, value: looked, max: articles };
  return (
    <RunPanel
      {...state}
      bar={isRunning ? bar : null}
      figures={isRunning ? [{ label: 'Would change', value: found }] : []}
      isRunning={isRunning}
      jobId={id}
    />
  );
}

function RelatedPanel({ waiting }: { waiting: number }) {
  const unit = waiting === 1 ? 'article waits' : 'articles wait';
  return (
    <RunPanel
      title="Related Articles"
      text={
        waiting > 0
          ? `${number(waiting)} ${unit}. About 1,500 are computed per minute.`
          : 'Up to date. They are recomputed after each change to an article.'
      }
      bar={null}
      figures={[]}
      isRunning={waiting > 0}
      jobId={null}
    >
      <Form method="post" preventScrollReset>
        <input type="hidden" name="intent" value="relate" />
        <SubmitButton intent="relate" pending="Starting..." className="button button--quiet">
          Recompute Related Articles
        </SubmitButton>
      </Form>
    </RunPanel>
  );
}

interface UndoDialogProps {
  id: string;
  /** 0 if unknown. */
  count: number;
  refused: RefusedForm | null;
  closeTo: string;
}

function UndoDialog({ id, count, refused, closeTo }: UndoDialogProps) {
  return (
    <ModalDialog title="Undo This Repair" closeTo={closeTo}>
      <Form className="form" method="post" preventScrollReset>
        <FormRefusal refused={refused} />
        <input type="hidden" name="intent" value="undo" />
        <input type="hidden" name="id" value={id} />
        <p>
          This restores the previous text of{' '}
          {count === 1
            ? 'the repaired article'
            : `the ${count > 0 ? `${number(count)} ` : ''}repaired articles`}
          .
        </p>
        <p className="dialog__note">
          Articles edited since the repair are skipped. Images moved to the media library stay there.
        </p>
        <DialogFoot closeTo={closeTo}>
          <SubmitButton intent="undo" pending="Starting...">
            Undo Repair
          </SubmitButton>
        </DialogFoot>
      </Form>
    </ModalDialog>
  );
}
