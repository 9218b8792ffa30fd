/** What tells this process from every other one, before and after. */
export interface ProcessMark {
  readonly pid: number;
  readonly startedAt: string;
  readonly bootId: string;
  readonly host: string;
  readonly pidNamespace: string;
}

export function processMark(): ProcessMark {
  throw new Error('not built yet');
}
/** Whether the process is still there; one of another host or pid namespace: null, cannot be told. */
export function isAlive(_mark: ProcessMark): boolean | null {
  throw new Error('not built yet');
}
