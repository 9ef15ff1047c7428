import type { HabitGoal } from '@sukoyaka/wire/care/habit'

export const goal = (id: number, content: string, more: Partial<HabitGoal> = {}): HabitGoal => ({
  id,
  user_id: 1,
  content,
  kind: 'meal',
  template_id: null,
  achieved_on: null,
  days_per_week: null,
  paused_on: null,
  paused_until: null,
  week: [],
  progress: more.achieved_on ? 100 : null,
  categories: [],
  created_at: '2026-10-01T00:00:00Z',
  updated_at: '2026-10-01T00:00:00Z',
  ...more,
})
