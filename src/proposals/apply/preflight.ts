import type { Repo } from '../../repo/index.ts';
import type { OpenCopy, Preflight } from './answers.ts';

export function preflight(
  _repo: Repo,
  _id: string,
  _options: { open?: readonly OpenCopy[] } = {},
): Promise<Preflight> {
  throw new Error('not built');
}
