import { expect, test } from 'vitest'
import * as data from '../../../test/data/interview.ts'
import { newFormState, rebase, withChange } from '../../../ui/form/form-state.ts'
import { addMinutes, changesIn, draftOf, newDraft, timeFields, timesOf, validateDraft } from './draft.ts'

const now = new Date('2026-11-21T00:00:00Z')
const interview = data.interview(1, '2026-11-27T05:00:00.000Z', {
  ends_at: '2026-11-27T05:30:00.000Z',
  meeting_url: 'https://meet.example.jp/a',
})

test('adds minutes within the day', () => {
  expect([addMinutes('14:00', 30), addMinutes('23:45', 30)]).toEqual(['14:30', '23:59'])
})

test('an unchanged interview sends nothing; a changed one sends the changed fields only', () => {
  const draft = draftOf(interview)
  expect(changesIn(draft, timesOf(draft)!, interview)).toEqual({})
  const moved = { ...draft, from: '15:00', to: '15:30', location: '会議室' }
  expect(changesIn(moved, timesOf(moved)!, interview)).toEqual({
    conducted_at: '2026-11-27T06:00:00.000Z',
    ends_at: '2026-11-27T06:30:00.000Z',
    location: '会議室',
  })
})

test('a new interview starts at a full hour between 9 and 18 o’clock, at least an hour from now', () => {
  const first = (at: string) => {
    const { day, from, to } = newDraft(new Date(at), [])
    return [day, from, to]
  }
  expect(first('2026-11-21T01:10:00Z')).toEqual(['2026-11-21', '12:00', '12:30'])
  expect(first('2026-11-21T09:30:00Z')).toEqual(['2026-11-22', '09:00', '09:30'])
  expect(first('2026-11-21T15:30:00Z')).toEqual(['2026-11-22', '09:00', '09:30'])
})

test('reports invalid input by field', () => {
  expect(validateDraft(newDraft(now, []), now)).toEqual({})
  const invalid = { ...newDraft(now, []), day: null, from: '25:00', to: '', meeting_url: 'meet.example.jp/sky' }
  expect(validateDraft(invalid, now)).toEqual({ day: 'missing', from: 'time', to: 'missing', meeting_url: 'url' })
  expect(validateDraft({ ...draftOf(interview), to: '13:00', status: 'done' }, now)).toEqual({ to: 'order' })
  expect(validateDraft({ ...draftOf(interview), status: 'done' }, now)).toEqual({ status: 'future' })
})

test('takes over concurrent changes of unedited fields and keeps edited fields; if both sides changed the time, the form keeps its version', () => {
  const opened = newFormState(draftOf(interview), '2026-11-20T01:00:00.000Z')
  const edited = withChange(opened, { to: '15:00' })
  const rebased = (change: object) => rebase(edited, draftOf({ ...interview, ...change }), '2026-11-20T02:00:00.000Z', { groups: [timeFields] })
  expect(rebased({ name: '再検査の相談' })).toMatchObject({ values: { name: '再検査の相談', to: '15:00' }, known_at: '2026-11-20T02:00:00.000Z' })
  const moved = rebased({ conducted_at: '2026-11-28T01:00:00.000Z', ends_at: '2026-11-28T01:30:00.000Z' })
  expect(moved).toMatchObject({ values: edited.values, known_at: '2026-11-20T01:00:00.000Z' })
})
