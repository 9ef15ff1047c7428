import type { Role } from '@sukoyaka/wire/access'
import type { Assessment, AssessmentKind } from '@sukoyaka/wire/care/assessment'
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { Provider } from 'react-redux'
import { afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { signedIn } from '../../api/session.ts'
import { makeStore } from '../../api/store.ts'
import { initJapanese } from '../../test/render.tsx'
import { Toasts } from '../../ui/overlay/Toasts.tsx'
import { dismissToast, toasts } from '../../ui/overlay/toast.ts'
import { AssessmentsCard } from './AssessmentsCard.tsx'
import type { Facts } from './disease/facts.ts'

const disease = (id: number, name: string) => ({
  id,
  name: `d${id}`,
  name_local: name,
  display_name: name,
  kind: 'metabolic',
  icd10: 'E78',
  danger_level: 3,
  description: `${name}の説明`,
  text_language: 'ja' as const,
})
const known = [disease(1, '脂質異常症'), disease(2, '2型糖尿病'), disease(3, '睡眠時無呼吸症候群')]
export const assessment = (id: number, disease_id: number, kind: AssessmentKind, more: Partial<Assessment> = {}): Assessment => ({
  id,
  user_id: 1,
  disease_id,
  disease: known[disease_id - 1],
  kind,
  memo: '',
  conducted_on: '2025-06-12',
  solved_on: null,
  reasons: [],
  created_at: '2025-06-12T00:00:00Z',
  updated_at: '2025-06-12T00:00:00Z',
  ...more,
})

type SentRequest = { method: string; path: string; body: Record<string, unknown> | undefined }
/** Fake server: stored rows, recorded requests and an optional override of the response. */
export const fakeServer = {
  assessments: [] as Assessment[],
  requests: [] as SentRequest[],
  override: (_: SentRequest): Response | Promise<Response> | undefined => undefined,
}
export const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status })

export const detail = {
  ...known[1],
  indicators: [
    { id: 12, type: 'numeric_test_result_category', priority: 2, name: 'glucose', name_ja: '', display_name: '空腹時血糖' },
    { id: 11, type: 'numeric_test_result_category', priority: 1, name: 'hba1c', name_ja: '', display_name: 'HbA1c' },
    { id: 5, type: 'lifestyle_category', priority: 1, name: 'smoking', name_ja: '', display_name: '喫煙' },
  ],
  prevent_plans: [{ kind: 'meal', title: '間食を減らす', body: '1日200kcalまでにします。' }],
  disease_risks: [
    { type: 'lifestyle_category', id: 9, display_name: '運動不足', weight: 3, min_age: null, sex: null },
    { type: 'age', id: null, display_name: null, weight: 1, min_age: 40, sex: null },
  ],
}

export const respond = (request: SentRequest): Response => {
  const id = Number(request.path.split('/').at(-1))
  if (request.path === '/api/assessments' && request.method === 'GET') return json({ items: fakeServer.assessments })
  if (request.path === '/api/assessments') {
    fakeServer.assessments = [assessment(90, Number(request.body?.disease_id), request.body?.kind as AssessmentKind), ...fakeServer.assessments]
    return json(fakeServer.assessments[0], 201)
  }
  if (request.path.startsWith('/api/assessments/')) {
    fakeServer.assessments = fakeServer.assessments.map((item) => (item.id === id ? { ...item, ...request.body } : item))
    return json(fakeServer.assessments.find((item) => item.id === id))
  }
  if (request.path === '/api/diseases' && request.method === 'POST') return json(disease(4, String(request.body?.name_ja)), 201)
  if (request.path === '/api/diseases') return json({ items: known })
  return json(detail)
}

/** Call once per test file. */
export const setUpAssessmentTests = () => {
  beforeAll(async () => {
    await initJapanese()
    // Preload lazy chunks: their first import exceeds the tests' wait.
    await Promise.all([import('./AddAssessmentDialog.tsx'), import('./disease/DiseaseDialog.tsx')])
  })
  beforeEach(() => {
    vi.useFakeTimers({ now: new Date('2026-11-21T00:00:00Z') })
    fakeServer.assessments = [
      assessment(1, 1, 'problem', { memo: '3か月後に再検' }),
      assessment(2, 2, 'high_risk'),
      assessment(3, 3, 'suspect', { conducted_on: '2026-10-28' }),
    ]
    fakeServer.requests = []
    fakeServer.override = () => undefined
    vi.stubGlobal('fetch', async (url: string, { method = 'GET', body }: { method?: string; body?: string } = {}) => {
      const request = { method, path: String(url).split('?')[0]!, body: body ? JSON.parse(body) : undefined }
      fakeServer.requests.push(request)
      return (await fakeServer.override(request)) ?? respond(request)
    })
  })
  afterEach(() => {
    for (const { id } of toasts.read()) dismissToast(id)
    cleanup()
    vi.unstubAllGlobals()
    vi.useRealTimers()
  })
}

export const advanceTimers = async (ms = 600) => {
  for (let at = 0; at < ms; at += 50) await act(() => vi.advanceTimersByTimeAsync(50))
}
const emptyFacts: Facts = { birthday: null, sex: null, measured: [] }
export const show = async (role: Role = 'doctor', facts: Facts = emptyFacts) => {
  const store = makeStore()
  store.dispatch(
    signedIn({ me: { id: 5, role, first_name: '', last_name: '', email: 'a@example.com' }, credentials: { access_token: 't', email: 'a@example.com', id: 5 } }),
  )
  render(
    <Provider store={store}>
      <AssessmentsCard user_id={1} facts={facts} />
      <Toasts />
    </Provider>,
  )
  await advanceTimers()
}
export const names = (column: string) =>
  within(screen.getByRole('region', { name: column }))
    .queryAllByRole('listitem')
    .map((row) => row.querySelector('button')?.textContent)
export const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
export const typeText = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })
export const changes = () => fakeServer.requests.filter(({ method }) => method !== 'GET')
