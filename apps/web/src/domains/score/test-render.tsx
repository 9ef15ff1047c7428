import type { HealthScore, ScoreRank } from '@sukoyaka/wire/record/score'
import { setUpFormTests } from '../../test/render-ui.tsx'

const names: Record<string, string> = { total: '総合', lipid: '脂質', exercise: '運動', mental: 'こころ' }

export const score = (name: string, point: number | null, rank: ScoreRank | null, day: string, more: Partial<HealthScore> = {}): HealthScore => ({
  id: Number(day.replaceAll('-', '')) * 10 + Object.keys(names).indexOf(name),
  user_id: 1,
  category: {
    id: Object.keys(names).indexOf(name) + 1,
    name,
    name_ja: names[name]!,
    display_name: names[name]!,
    strip: name !== 'total' && name !== 'mental',
    sort_number: 1,
  },
  point,
  rank,
  calculated_at: `${day}T00:00:00Z`,
  ...more,
})

/** Fake network: response items (undefined for an error) and requested URLs. */
export const fakeServer: { items: HealthScore[] | undefined; requestedUrls: string[] } = { items: [], requestedUrls: [] }

const respond = async (url: string) => {
  fakeServer.requestedUrls.push(decodeURIComponent(url))
  if (!url.startsWith('/api/health_scores')) return new Response('{}')
  if (!fakeServer.items) return new Response('{"error":"x"}', { status: 403 })
  const queryParams = new URL(url, 'http://localhost').searchParams
  const wanted = queryParams.getAll('category_name[]')
  const named = fakeServer.items.filter(({ category }) => !wanted.length || wanted.includes(category.name))
  const scoresByCategory = Map.groupBy(named, ({ category }) => category.id)
  return new Response(JSON.stringify({ items: [...scoresByCategory.values()].flatMap((scores) => scores.slice(0, Number(queryParams.get('count') ?? 1))) }))
}

export const openScores = () =>
  setUpFormTests({
    load: () => [import('./ScoreDialog.tsx')],
    before: () => {
      fakeServer.requestedUrls = []
      fakeServer.items = [
        score('total', 72, 'C', '2026-11-01'),
        score('total', 71, 'C', '2026-08-14'),
        score('lipid', 58, 'D', '2026-11-01', {
          sources: [
            {
              type: 'numeric_test_result_category',
              name: 'ldl_cholesterol',
              display_name: 'LDLコレステロール',
              id: 1,
              value: 162,
              label: null,
              unit_display: 'mg/dL',
              decimals: 0,
              status: 1,
              weight: 3,
              day: '2026-10-14',
            },
          ],
          missing: [{ type: 'numeric_test_result_category', name: 'triglyceride', display_name: '中性脂肪', weight: 2 }],
        }),
        score('lipid', 66, 'C', '2025-10-20'),
        score('exercise', null, null, '2026-11-01', { sources: [], missing: [{ type: 'step', name: null, display_name: '', weight: 4 }] }),
        score('mental', 90, 'A', '2026-11-01'),
      ]
    },
    respond,
  })
