import { type ResultStatus, resultStatus } from '@sukoyaka/wire/checkup'

const enough_steps = 6000

/** Healthy from 6,000 steps a day, else a caution. */
export const stepStatus = (count: number): ResultStatus => (count >= enough_steps ? resultStatus.healthy : resultStatus.warning)
