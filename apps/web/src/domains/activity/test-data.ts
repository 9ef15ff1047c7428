import { stepStatus } from '@sukoyaka/rules/record/lifestyle'
import type { DailySleep, Sleep, Step } from '@sukoyaka/wire/record/activity'
import type { Lifestyle, LifestyleCategory } from '@sukoyaka/wire/record/lifestyle'

export const step = (measured_on: string, count: number, more: Partial<Step> = {}): Step => ({
  id: Number(measured_on.replaceAll('-', '')),
  user_id: 1,
  measured_on,
  count,
  status: stepStatus(count),
  origin: '',
  updated_at: '2026-11-21T00:04:00Z',
  ...more,
})

/** Totals of a night of 7 hours and 6 minutes. */
export const night = (woke_on: string, bedtime: string, wake_time: string): DailySleep => ({
  user_id: 1,
  woke_on,
  total_minutes: 426,
  night_minutes: 426,
  nap_minutes: 0,
  bedtime,
  wake_time,
  episodes: 1,
  naps: 0,
})

export const sleep = (started_at: string, ended_at: string): Sleep => ({ id: 1, user_id: 1, started_at, ended_at, is_nap: false, origin: '' })

export const distanceCategory: LifestyleCategory = {
  id: 5,
  name: 'distance',
  name_ja: '移動距離',
  display_name: '移動距離',
  name_search: '移動距離',
  major_division: 'Sport',
  value_type: 'number',
  unit: 'km',
  options: [],
  range: null,
  rule: { kind: 'none' },
  line_chart: true,
  question: '',
  sort_number: 1,
}

export const distance = (day: string, value: number): Lifestyle => ({
  id: Number(day.replaceAll('-', '')),
  user_id: 1,
  category_id: distanceCategory.id,
  questionnaire_id: null,
  answered_at: `${day}T00:00:00+09:00`,
  value,
  status: null,
  important: false,
})
