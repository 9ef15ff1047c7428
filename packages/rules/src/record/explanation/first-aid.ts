import type { SeriousValue } from '@sukoyaka/wire/record/health-record'
import type { Measured } from '../home/measured.ts'

export type FirstAid = 'glucose_low' | 'pressure_high'

/** mg/dL below which people treat themselves. It is above the critical limit, which is for the care team. */
const lowGlucose = 70
const pressures = ['home_diastolic_blood_pressure', 'home_systolic_blood_pressure']
const maxAgeMs = 3_600_000

/** `measured`: the numbers of a record; `serious_values`: which of them are critical. */
type Saved = { recorded_at: string; measured: readonly Omit<Measured[number], 'name'>[]; serious_values: readonly SeriousValue[] }

/**
 * What people do themselves at once after a measurement at home; undefined if there is nothing, or if the measurement is more than an hour old. Low glucose:
 * 日本糖尿病学会「糖尿病治療ガイド」 and 日本糖尿病協会 on hypoglycaemia (below 70 mg/dL: 10 g of glucose, again after 15 minutes, glucose only with an
 * alpha-glucosidase inhibitor). High blood pressure: 日本高血圧学会「高血圧治療ガイドライン2019」 (from 180/110; symptoms of an emergency).
 */
export const firstAidOf = ({ recorded_at, measured, serious_values }: Saved, now: Date): FirstAid | undefined => {
  if (now.getTime() - Date.parse(recorded_at) > maxAgeMs) return undefined
  if (measured.some(({ numeric_category, value }) => numeric_category === 'casual_glucose' && value < lowGlucose)) return 'glucose_low'
  return serious_values.some(({ category_name, side }) => side === 'high' && pressures.includes(category_name)) ? 'pressure_high' : undefined
}
