import { namespaces } from '@sukoyaka/phrases/all'
import type { HealthScore, ScoreRank } from '@sukoyaka/wire/score'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import i18next from 'i18next'
import type { ReactNode } from 'react'
import { initReactI18next } from 'react-i18next'
import { Provider } from 'react-redux'
import { afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { makeStore } from '../kit/store.ts'

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

/** The network: what the server answers, undefined where it refuses, and what it was asked. */
export const net: { items: HealthScore[] | undefined; asked: string[] } = { items: [], asked: [] }

export const openScores = () => {
  beforeAll(async () => {
    await import('./ScoreDialog.tsx')
    const ja = Object.fromEntries(Object.entries(namespaces).map(([namespace, words]) => [namespace, words.ja]))
    await i18next.use(initReactI18next).init({ lng: 'ja', resources: { ja }, defaultNS: 'common', keySeparator: false, interpolation: { escapeValue: false } })
  })
  beforeEach(() => {
    vi.useFakeTimers({ now: new Date('2026-11-21T00:00:00Z'), toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    net.asked = []
    net.items = [
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
    vi.stubGlobal('fetch', async (url: string) => {
      net.asked.push(decodeURIComponent(url))
      if (!url.startsWith('/api/health_scores')) return new Response('{}')
      if (!net.items) return new Response('{"error":"x"}', { status: 403 })
      const asked = new URL(url, 'http://localhost').searchParams
      const wanted = asked.getAll('category_name[]')
      const named = net.items.filter(({ category }) => !wanted.length || wanted.includes(category.name))
      const of = Map.groupBy(named, ({ category }) => category.id)
      return new Response(JSON.stringify({ items: [...of.values()].flatMap((scores) => scores.slice(0, Number(asked.get('count') ?? 1))) }))
    })
  })
  afterEach(() => {
    cleanup()
    vi.unstubAllGlobals()
    vi.useRealTimers()
  })
}

const wait = async (ms: number) => {
  for (let at = 0; at < ms; at += 50)
    await act(async () => {
      await vi.advanceTimersByTimeAsync(50)
      await new Promise(setImmediate)
    })
}
export const show = async (card: ReactNode) => {
  render(<Provider store={makeStore()}>{card}</Provider>)
  await wait(700)
}
export const press = async (name: string | RegExp) => {
  fireEvent.click(screen.getByRole('button', { name }))
  await wait(700)
}
export const text = () => document.body.textContent ?? ''
