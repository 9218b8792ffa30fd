// Preloaded into a process: counts everything it writes (files, names, words to git) and ends the process at one of
// these as kill -9 would: before it, or with half of it done. DOCKET_FAULT = { at, torn, log }; `log` names a file
// that gets one line a write.
const fs = require('node:fs');
const childProcess = require('node:child_process');
const { syncBuiltinESMExports } = require('node:module');

const { at = 0, torn = false, log = null } = JSON.parse(process.env.DOCKET_FAULT);
const { appendFileSync, readdirSync, lstatSync, unlinkSync, writeSync } = fs;
const die = () => process.kill(process.pid, 'SIGKILL');
let count = 0;
let inside = false;

/** Half of a write, then the end: `half` does it, or returns a promise of it. */
function reached(name, detail, half) {
  count++;
  const before = inside;
  inside = true;
  if (log) appendFileSync(log, `${half ? 'torn ' : ''}${name} ${String(detail).split('\n')[0]}\n`);
  inside = before;
  if (count !== at) return null;
  if (!torn) die();
  return half ?? die;
}

const words = (args) => args.filter((arg) => typeof arg === 'string').join(' ');
const firstHalf = (data) => {
  const bytes =
    typeof data === 'string'
      ? Buffer.from(data)
      : Buffer.from(data.buffer ?? data, data.byteOffset, data.byteLength);
  return bytes.subarray(0, bytes.length >> 1);
};
const writes = (flags) => typeof flags === 'string' && flags !== 'r' && flags !== 'rs';

const HALVES = {
  writeSync: (_real, [fd, data]) => writeSync(fd, firstHalf(data)),
  writeFileSync: (real, [path, data, options]) => real(path, firstHalf(data), options),
  appendFileSync: (real, [path, data, options]) => real(path, firstHalf(data), options),
  rmSync: (_real, [path]) => {
    // A folder of which some files are gone and some are not.
    if (!lstatSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
    for (const name of readdirSync(path).filter((_, nth) => nth % 2 === 0))
      if (lstatSync(`${path}/${name}`).isFile()) unlinkSync(`${path}/${name}`);
  },
};

const isNoWrite = (name, args) =>
  (name === 'openSync' && !writes(args[1])) || (name === 'writeSync' && args[0] <= 2);

const SYNC = [
  ...[
    'writeSync',
    'writeFileSync',
    'appendFileSync',
    'rmSync',
    'renameSync',
    'linkSync',
    'unlinkSync',
    'mkdirSync',
  ],
  ...[
    'rmdirSync',
    'openSync',
    'fsyncSync',
    'utimesSync',
    'chmodSync',
    'fchmodSync',
    'chownSync',
    'copyFileSync',
  ],
];
for (const name of SYNC) {
  const real = fs[name];
  fs[name] = (...args) => {
    if (inside || isNoWrite(name, args)) return real(...args);
    inside = true;
    try {
      const halfway = reached(name, words(args.slice(0, 2)), HALVES[name]);
      if (halfway) {
        halfway(real, args);
        die();
      }
      return real(...args);
    } finally {
      inside = false;
    }
  };
}

const LATER = [
  'rename',
  'link',
  'unlink',
  'mkdir',
  'rmdir',
  'rm',
  'utimes',
  'chmod',
  'writeFile',
  'appendFile',
  'open',
];
for (const name of LATER) {
  const real = fs.promises[name];
  fs.promises[name] = async (...args) => {
    if (name === 'open' && !writes(args[1])) return real(...args);
    const half = name === 'writeFile' ? (path, data, options) => real(path, firstHalf(data), options) : null;
    const halfway = reached(name, words(args.slice(0, 2)), half);
    if (halfway) {
      await halfway(...args);
      die();
    }
    const result = await real(...args);
    return name === 'open' ? watched(result) : result;
  };
}

function watched(handle) {
  for (const name of ['writeFile', 'write', 'sync', 'chmod']) {
    const real = handle[name].bind(handle);
    handle[name] = async (...args) => {
      const half = name.startsWith('write') ? (data) => real(firstHalf(data)) : null;
      const halfway = reached(`handle.${name}`, '', half);
      if (halfway) {
        await halfway(...args);
        die();
      }
      return real(...args);
    };
  }
  return handle;
}

/** Commands of git that write. */
const CHANGING = [
  ...[
    'update-ref',
    'update-index',
    'commit',
    'commit-tree',
    'add',
    'reset',
    'hook',
    'read-tree',
    'write-tree',
  ],
  ...['hash-object', 'mktree', 'fast-import'],
];
const spawn = childProcess.spawn;
childProcess.spawn = (command, args, options) => {
  const what = args.find((arg) => CHANGING.includes(arg));
  if (!what) return spawn(command, args, options);
  reached('spawn', what, null);
  const child = spawn(command, args, options);
  for (const name of ['write', 'end']) {
    if (!child.stdin) continue;
    const real = child.stdin[name].bind(child.stdin);
    child.stdin[name] = (...said) => {
      // Torn: git has heard it, and the process is gone before it hears the answer.
      const halfway = reached(`say.${name}`, what, (...words) => real(...words, die));
      return (halfway ?? real)(...said);
    };
  }
  return child;
};

syncBuiltinESMExports();
