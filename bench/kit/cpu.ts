import { readdirSync, readFileSync } from 'node:fs'

const msPerTick = 10

/** User and system time of a process with all threads, and of its ended children. */
const timesOf = (pid: number | string) => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [ownUserTicks, ownSystemTicks, childUserTicks, childSystemTicks] = fields.slice(11, 15).map(Number) as [number, number, number, number]
  return { ownMs: (ownUserTicks + ownSystemTicks) * msPerTick, endedChildMs: (childUserTicks + childSystemTicks) * msPerTick }
}

/** CPU milliseconds used by a process; undefined without an id or if /proc has no such process. */
export const cpuOf = (pid: number | undefined): number | undefined => {
  try {
    return pid === undefined ? undefined : timesOf(pid).ownMs
  } catch {
    return undefined
  }
}

/** CPU milliseconds of a process and its children, because PostgreSQL has a process per connection; undefined as for `cpuOf`. */
export const cpuOfFamily = (pid: number | undefined): number | undefined => {
  if (pid === undefined) return undefined
  try {
    const childPids = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean)
    const { ownMs, endedChildMs } = timesOf(pid)
    return childPids.reduce((sum, child) => sum + (cpuOf(Number(child)) ?? 0), ownMs + endedChildMs)
  } catch {
    return undefined
  }
}

/** Resident memory of a process, in MiB. */
export const residentMegabytes = (pid: number) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024

/** Exact CPU milliseconds of the threads of a process; 0 if it has ended. */
const exactCpuOf = (pid: number | string): number => {
  try {
    return readdirSync(`/proc/${pid}/task`).reduce(
      (sum, thread) => sum + Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]) / 1e6,
      0,
    )
  } catch {
    return 0
  }
}
const isAutovacuum = (pid: string) => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('autovacuum')
  } catch {
    return true
  }
}

/** Starts to count. The returned function returns the CPU milliseconds since then of a process and its children, without autovacuum; NaN without an id. */
export const startCpu = (pid: number | undefined): (() => number) => {
  const read = () => {
    if (pid === undefined) return new Map<string, number>([['', Number.NaN]])
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean)
    return new Map([String(pid), ...children.filter((child) => !isAutovacuum(child))].map((each) => [each, exactCpuOf(each)]))
  }
  const before = read()
  // a process that has ended meanwhile is not counted
  return () => [...read()].reduce((sum, [each, ms]) => sum + Math.max(0, ms - (before.get(each) ?? 0)), 0)
}
