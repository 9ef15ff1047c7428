/**
 * Categories whose value is estimated, not measured: the daily salt intake from a spot urine (Tanaka T. et al., J Hum Hypertens 2002; 16: 97–103). The
 * Japanese Society of Hypertension uses it for groups and as a guide in counselling, because it is imprecise for one person and one sample (減塩・栄養
 * 委員会 2019). So among values of the same status an estimated one is listed last, and it puts nobody on the board.
 */
export const estimatedCategories: readonly string[] = ['estimated_salt_intake']

export const isEstimated = (name: string): boolean => estimatedCategories.includes(name)
