import { readFileSync } from 'node:fs'

const msPerTick = 10

/** User and system time of a process with all threads, and of its ended children. */
const timesOf = (pid: number | string) => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [ownUserTicks, ownSystemTicks, childUserTicks, childSystemTicks] = fields.slice(11, 15).map(Number) as [number, number, number, number]
  return { ownMs: (ownUserTicks + ownSystemTicks) * msPerTick, endedChildMs: (childUserTicks + childSystemTicks) * msPerTick }
}

/** CPU milliseconds used by a process; undefined if /proc is not available. */
export const cpuOf = (pid: number | undefined): number | undefined => {
  try {
    return pid === undefined ? undefined : timesOf(pid).ownMs
  } catch {
    return undefined
  }
}

/** CPU milliseconds of a process and its children, because PostgreSQL has a process per connection. */
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

/** Resident memory of a process. */
export const residentMegabytes = (pid: number) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024
