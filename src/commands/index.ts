// Everything that anyone can ask of docket. Doors are generated from COMMANDS; a new command is one file and
// one line here.
import { check } from './check.ts';
import type { Command } from './command.ts';
import { docClose } from './doc/close.ts';
import { docCreate } from './doc/create.ts';
import { docDelete } from './doc/delete.ts';
import { docDiff } from './doc/diff.ts';
import { docEdit } from './doc/edit.ts';
import { docKeep } from './doc/keep.ts';
import { docList } from './doc/list.ts';
import { docMerge } from './doc/merge.ts';
import { docOpen } from './doc/open.ts';
import { docRead } from './doc/read.ts';
import { docRecover } from './doc/recover.ts';
import { docRedo } from './doc/redo.ts';
import { docReload } from './doc/reload.ts';
import { docRename } from './doc/rename.ts';
import { docRevert } from './doc/revert.ts';
import { docSave } from './doc/save.ts';
import { docStatus } from './doc/status.ts';
import { docUndo } from './doc/undo.ts';
import { docWrite } from './doc/write.ts';
import { doctor } from './doctor.ts';
import { eventList } from './event/list.ts';
import { plain } from './one.ts';
import { proposalApply } from './proposal/apply.ts';
import { proposalDiff } from './proposal/diff.ts';
import { proposalList } from './proposal/list.ts';
import { proposalPreflight } from './proposal/preflight.ts';
import { proposalRedo } from './proposal/redo.ts';
import { proposalReject } from './proposal/reject.ts';
import { proposalRestore } from './proposal/restore.ts';
import { proposalShow } from './proposal/show.ts';
import { proposalUndo } from './proposal/undo.ts';
import { proposalWithdraw } from './proposal/withdraw.ts';
import { recoveryList } from './recovery/list.ts';
import { recoveryRestore } from './recovery/restore.ts';

export type { Call, Command, Effect } from './command.ts';
export { exampleInput } from './example.ts';
export { type Field, type FieldType, fieldsOf, typeWords } from './fields.ts';
export { parseInput } from './input.ts';
export { cut, gotText, type Misfit } from './misfit.ts';
export { nearest } from './nearest.ts';
export { runCommand } from './run.ts';
export { agentInputSchemaOf, inputSchemaOf, type ObjectSchema, outputSchemaOf } from './schema.ts';

/** Every command, sorted by name. */
export const COMMANDS: readonly Command[] = [
  plain(check),
  plain(docClose),
  plain(docCreate),
  plain(docDelete),
  plain(docDiff),
  plain(docEdit),
  plain(docKeep),
  plain(docList),
  plain(docMerge),
  plain(docOpen),
  plain(docRead),
  plain(docRecover),
  plain(docRedo),
  plain(docReload),
  plain(docRename),
  plain(docRevert),
  plain(docSave),
  plain(docStatus),
  plain(docUndo),
  plain(docWrite),
  plain(doctor),
  plain(eventList),
  plain(proposalApply),
  plain(proposalDiff),
  plain(proposalList),
  plain(proposalPreflight),
  plain(proposalRedo),
  plain(proposalReject),
  plain(proposalRestore),
  plain(proposalShow),
  plain(proposalUndo),
  plain(proposalWithdraw),
  plain(recoveryList),
  plain(recoveryRestore),
];

/** The command of that dotted name, or undefined. */
export function commandNamed(name: string): Command | undefined {
  return COMMANDS.find((one) => one.name === name);
}
