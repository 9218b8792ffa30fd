export function carryEndings(_oldClean: string, _oldDisk: string, _newClean: string): string {
  throw new Error('not built yet');
}
