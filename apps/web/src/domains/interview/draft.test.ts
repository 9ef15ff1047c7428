import { expect, test } from 'vitest'
import * as data from '../../test/data/interview.ts'
import { parseTime } from '../../ui/date/hour.ts'
import { addMinutes, changesIn, draftOf, newDraft, rebaseDraft, savedOf, timesOf, validateDraft } from './draft.ts'

const now = new Date('2026-11-21T00:00:00Z')
const interview = data.interview(1, '2026-11-27T05:00:00.000Z', {
  ends_at: '2026-11-27T05:30:00.000Z',
  meeting_url: 'https://meet.example.jp/a',
})

test('parses times as people type them and rejects everything else', () => {
  expect(['14:00', '1400', '9:30', '９：３０', ' 930 '].map(parseTime)).toEqual(['14:00', '14:00', '09:30', '09:30', '09:30'])
  expect(['24:00', '12:60', '', 'noon', '1'].map(parseTime)).toEqual([undefined, undefined, undefined, undefined, undefined])
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

test('follows a concurrent change for untouched fields, keeps typed ones and reports fields changed by both', () => {
  const first = savedOf({ ...interview, updated_at: '2026-11-20T01:00:00.000Z' })
  const theirs = (change: object) => savedOf({ ...interview, updated_at: '2026-11-20T02:00:00.000Z', ...change })
  const editedDraft = { ...first, base: first, draft: { ...first.draft, to: '15:00' }, summary: '順調です' }
  const named = theirs({ name: '再検査の相談', patient_summary: '' })
  expect(rebaseDraft(editedDraft, named)).toEqual({ draft: { ...named.draft, to: '15:00' }, summary: '順調です', base: named, updated_at: named.updated_at })
  expect(rebaseDraft(editedDraft, first)).toBe(editedDraft)
  expect(rebaseDraft(rebaseDraft(editedDraft, named), first)).toMatchObject({ base: named })
  // the three time fields are compared as one value
  const moved = theirs({ conducted_at: '2026-11-28T01:00:00.000Z', ends_at: '2026-11-28T01:30:00.000Z' })
  expect(rebaseDraft(editedDraft, moved)).toMatchObject({ draft: editedDraft.draft, updated_at: first.updated_at })
  const written = theirs({ patient_summary: '血圧が高めです' })
  expect(rebaseDraft(editedDraft, written)).toMatchObject({ summary: '順調です', updated_at: first.updated_at })
  expect(rebaseDraft({ ...first, base: first }, written)).toMatchObject({ summary: '血圧が高めです', updated_at: written.updated_at })
})
