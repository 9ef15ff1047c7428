import type { SeriousValue } from '@sukoyaka/wire/record/health-record'

export type FirstAid = 'glucose_low' | 'pressure_high'

/** By category and critical side. */
const firstAids = new Map<string, FirstAid>([
  ['casual_glucose low', 'glucose_low'],
  ['home_diastolic_blood_pressure high', 'pressure_high'],
  ['home_systolic_blood_pressure high', 'pressure_high'],
])

/**
 * What people do themselves at once after measuring critical values at home; undefined: they contact the care team without treatment of their own. Low glucose:
 * 日本糖尿病学会「糖尿病治療ガイド」 and 日本糖尿病協会 on hypoglycaemia (10 g of glucose, again after 15 minutes, glucose only with an alpha-glucosidase
 * inhibitor). High blood pressure: 日本高血圧学会「高血圧治療ガイドライン2019」 (from 180/110; symptoms of an emergency).
 */
export const firstAidOf = (values: readonly SeriousValue[]): FirstAid | undefined =>
  values.flatMap(({ category_name, side }) => firstAids.get(`${category_name} ${side}`) ?? [])[0]
