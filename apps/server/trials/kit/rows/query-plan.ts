export type Plan = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Index Cond'?: string
  Plans?: Plan[]
  // the following only in plans of statements that were run
  'Actual Rows'?: number
  'Actual Loops'?: number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  'Sort Space Type'?: 'Memory' | 'Disk'
  'Hash Batches'?: number
  'HashAgg Batches'?: number
}

/** Partial indexes that a plan may read completely, because they are small: checkups that wait for their release, and merged patients. */
const queueIndexes = ['test_packages_waiting_release', 'patients_merged']

/** Tables that a plan scans completely. An index scan under a limit stops early and does not count. */
export const fullScans = (plan: Plan, isLimited = false): string[] => {
  const isQueue = queueIndexes.includes(plan['Index Name'] ?? '')
  const isWholeTable = plan['Node Type'] === 'Seq Scan' || (/^Index/.test(plan['Node Type']) && !plan['Index Cond'] && !isLimited && !isQueue)
  const isLimitedHere = isLimited || plan['Node Type'] === 'Limit'
  return [
    ...(isWholeTable && plan['Relation Name'] ? [plan['Relation Name']] : []),
    ...(plan.Plans ?? []).flatMap((childPlan) => fullScans(childPlan, isLimitedHere)),
  ]
}

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

/** Rows that each node of a plan read from its table, those that a filter removed included. */
export const rowsRead = (plan: Plan): [table: string, rows: number][] =>
  nodesOf(plan).flatMap((node): [string, number][] => {
    const table = node['Relation Name']
    const perLoop = (node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)
    return table ? [[table, perLoop * (node['Actual Loops'] ?? 1)]] : []
  })

/** Whether a sort or a hash table was too large for the memory of a statement. */
export const spillsToDisk = (plan: Plan) =>
  nodesOf(plan).some((node) => node['Sort Space Type'] === 'Disk' || (node['Hash Batches'] ?? 1) > 1 || (node['HashAgg Batches'] ?? 0) > 1)
