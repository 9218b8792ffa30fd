// Bytes that were overwritten, as docket keeps them: an approval merged into an uncommitted edit.
import { keepRecovery } from '../../../src/repo/index.ts';
import { givens } from '../../session/actors.ts';
import { type Called, calling } from '../doc-call.ts';

export interface Kept extends Called {
  /** Keeps bytes of a path as a write over them would. */
  keep(path: string, bytes: string | Buffer, why?: string): Promise<string>;
}

export async function withCopies(door: 'session' | 'cli' | 'mcp' = 'session'): Promise<Kept> {
  const called = await calling(door);
  const { repo } = called.session;
  return {
    ...called,
    keep: async (path, bytes, why = 'a save') => {
      const copy = await keepRecovery(repo, path, Buffer.from(bytes), why, givens);
      return copy.split('/').pop()!.replace('.bytes', '');
    },
  };
}

export { lines, refusalOf, stateOf } from '../../session/actors.ts';
export { sha256 } from '../../stories/actors.ts';
