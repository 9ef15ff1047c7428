import { businessServices } from '@sukoyaka/wire/people/contract'
import { addDays, addMonths, tokyoDay } from '../time.ts'

type ContractPeriod = { started_at: string; ended_at: string | null }
const timeOf = (instant: string) => Date.parse(instant)

/** Whether the contract covers `now`: start inclusive, `ended_at` exclusive; null is open-ended. */
export const isCurrent = ({ started_at, ended_at }: ContractPeriod, now: Date): boolean =>
  timeOf(started_at) <= now.getTime() && (ended_at === null || now.getTime() < timeOf(ended_at))

/** The current contract; if several are current, the one with the latest start. */
export const currentContract = <C extends ContractPeriod>(contracts: readonly C[], now: Date): C | undefined =>
  contracts.filter((contract) => isCurrent(contract, now)).sort((a, b) => timeOf(b.started_at) - timeOf(a.started_at))[0]

/** First contract that starts after now. */
export const nextContract = <C extends ContractPeriod>(contracts: readonly C[], now: Date): C | undefined =>
  contracts.filter(({ started_at }) => timeOf(started_at) > now.getTime()).sort((a, b) => timeOf(a.started_at) - timeOf(b.started_at))[0]

/** A service for companies, not for individual members. */
export const isBusiness = (service_name: string): boolean => (businessServices as readonly string[]).includes(service_name)

export const includesFullCheckup = (service: { full_checkup_count: number }): boolean => service.full_checkup_count > 0

/** Last covered Tokyo day, for display; null while open. */
export const lastDay = ({ ended_at }: Pick<ContractPeriod, 'ended_at'>): string | null => (ended_at === null ? null : tokyoDay(new Date(timeOf(ended_at) - 1)))

type RenewablePeriod = ContractPeriod & { auto_update: boolean }

/** Contract that covers a time: of several, the one with the latest start. If none covers a future time, the current one if it renews automatically. */
export const contractCovering = <C extends RenewablePeriod>(contracts: readonly C[], at: Date, now: Date): C | undefined => {
  const covering = currentContract(contracts, at)
  if (covering) return covering
  const current = currentContract(contracts, now)
  return current?.auto_update && at > now ? current : undefined
}

/** Contract year of a day, both ends inclusive; years start on the anniversary of the contract. */
export const contractYear = ({ started_at }: Pick<ContractPeriod, 'started_at'>, day: string): { from: string; until: string } => {
  const start = tokyoDay(started_at)
  let years = Math.max(0, Number(day.slice(0, 4)) - Number(start.slice(0, 4)))
  if (years > 0 && addMonths(start, 12 * years) > day) years--
  return { from: addMonths(start, 12 * years), until: addDays(addMonths(start, 12 * (years + 1)), -1) }
}
