import type { Karte, KarteDraft, KarteImage } from '@sukoyaka/wire/care/karte'
import { HttpResponse } from 'msw'
import { person } from '../../test/data/person.ts'

export const karte = (id: number, memo: string, created_at = '2026-11-18T07:20:00Z'): Karte => ({
  id,
  user_id: 1,
  author_id: 3,
  author: person(3, '小林', 'nurse'),
  interview_id: null,
  memo,
  images: [],
  version_count: 1,
  created_at,
  updated_at: created_at,
})

export const image = (attachment_id: number, name: string): KarteImage => ({
  ...{ attachment_id, signed_id: '', content_type: 'image/png', name, width: 1, height: 1, size: 1 },
  variants: { original: '/o', large: '/l', medium: '/m', small: '/s' },
})

/** The free draft of patient 1. */
export const draft = (memo: string, version: number): KarteDraft => ({
  id: 5,
  user_id: 1,
  interview_id: null,
  karte_id: null,
  karte_updated_at: null,
  memo,
  images: [],
  version,
  updated_at: '2026-11-21T00:00:00.000Z',
})
/** Reply to a save that does not have the newest version, with the draft as it is on the server. */
export const conflict = (saved: KarteDraft, memo: string) =>
  HttpResponse.json({ error: '変更されています', code: 'conflict', versions: { saved, sent: { memo } } }, { status: 409 })
