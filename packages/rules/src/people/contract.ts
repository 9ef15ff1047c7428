import { businessServices } from '@sukoyaka/wire/people/contract'
import { addDays, addMonths, tokyoDay } from '../time.ts'

type Covers = { started_at: string; ended_at: string | null }
const at = (instant: string) => Date.parse(instant)

/** Covered now: the start belongs to a contract, `ended_at` is the first instant that does not; null is open. */
export const isCurrent = ({ started_at, ended_at }: Covers, now: Date): boolean =>
  at(started_at) <= now.getTime() && (ended_at === null || now.getTime() < at(ended_at))

/** Of several current ones the latest start. */
export const currentContract = <C extends Covers>(contracts: readonly C[], now: Date): C | undefined =>
  contracts.filter((contract) => isCurrent(contract, now)).sort((a, b) => at(b.started_at) - at(a.started_at))[0]

/** The first that starts after now. */
export const nextContract = <C extends Covers>(contracts: readonly C[], now: Date): C | undefined =>
  contracts.filter(({ started_at }) => at(started_at) > now.getTime()).sort((a, b) => at(a.started_at) - at(b.started_at))[0]

/** A company’s service, not a member’s. */
export const isBusiness = (service_name: string): boolean => (businessServices as readonly string[]).includes(service_name)

export const includesFullCheckup = (service: { full_checkup_count: number }): boolean => service.full_checkup_count > 0

/** The last Tokyo day that is covered, as people are shown the end; null while open. */
export const lastDay = ({ ended_at }: Pick<Covers, 'ended_at'>): string | null => (ended_at === null ? null : tokyoDay(new Date(at(ended_at) - 1)))

type Renewed = Covers & { auto_update: boolean }

/** The contract that covers the day of something to come: of several the latest start; else today’s, where it renews itself. */
export const contractCovering = <C extends Renewed>(contracts: readonly C[], at: Date, now: Date): C | undefined => {
  const covering = currentContract(contracts, at)
  if (covering) return covering
  const current = currentContract(contracts, now)
  return current?.auto_update && at > now ? current : undefined
}

/** The contract year a day belongs to, both ends included: years count from the day the contract began. */
export const contractYear = ({ started_at }: Pick<Covers, 'started_at'>, day: string): { from: string; until: string } => {
  const start = tokyoDay(started_at)
  let years = Math.max(0, Number(day.slice(0, 4)) - Number(start.slice(0, 4)))
  if (years > 0 && addMonths(start, 12 * years) > day) years--
  return { from: addMonths(start, 12 * years), until: addDays(addMonths(start, 12 * (years + 1)), -1) }
}
