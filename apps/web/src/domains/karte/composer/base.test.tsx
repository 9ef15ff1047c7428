import { type KarteDraft, listKarteDrafts, saveKarteDraft } from '@sukoyaka/wire/care/karte'
import { listKarteTemplates } from '@sukoyaka/wire/care/karte-template'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { removeOtherUsersDrafts } from '../../../api/form-drafts.ts'
import { network, reply, sent, settled, setUpNetwork } from '../../../test/network.ts'
import { show } from '../../../test/show.tsx'
import { image, karte } from '../test-data.ts'
import { EditDialog } from './EditDialog.tsx'

setUpNetwork()

const note = karte(3, '頭痛', '2026-11-20T01:00:00.000Z')
const base = { user_id: 1, karte_id: 3 }

test('a draft keeps the version of the note that it is based on, even if it is saved after a newer version', async () => {
  let draft: KarteDraft | undefined
  network.use(
    reply(listKarteTemplates, { items: [] }),
    reply(listKarteDrafts, () => ({ items: draft ? [draft] : [] })),
    reply(saveKarteDraft, ({ memo, karte_updated_at = null }) => {
      draft = { ...base, id: 5, interview_id: null, karte_updated_at, memo, images: [], version: 11, updated_at: '2026-11-21T00:00:00.000Z' }
      return draft
    }),
  )
  const first = show('doctor', <EditDialog karte={note} onClose={() => undefined} />)
  await first.user.type(await screen.findByRole('textbox', { name: '本文' }), 'なし')
  await first.user.tab()
  await waitFor(() => expect(draft).toBeTruthy())
  first.unmount()
  await settled()
  expect(sent(saveKarteDraft).at(-1)).toMatchObject({ ...base, karte_updated_at: note.updated_at, memo: '頭痛なし' })
  // a reload empties the memory; another window had saved a newer version before the draft
  removeOtherUsersDrafts(undefined)
  const newer = { ...note, memo: '頭痛。嘔吐あり', updated_at: '2026-11-20T02:00:00.000Z' }
  const { user } = show('doctor', <EditDialog karte={newer} onClose={() => undefined} />)
  expect((await screen.findByRole('region', { name: '別の画面の文章' })).textContent).toContain('嘔吐あり')
  await user.click(await screen.findByRole('button', { name: 'この画面の文章にする' }))
  await waitFor(() => expect(sent(saveKarteDraft).at(-1)).toEqual({ ...base, karte_updated_at: newer.updated_at, memo: '頭痛なし', version: 11 }))
})

test('a draft that only adds pictures is based on the newest version of the note: typing in it is no conflict', async () => {
  const draft = { ...base, id: 5, interview_id: null, karte_updated_at: note.updated_at, memo: note.memo, images: [image(1, '足.png')], version: 11 }
  network.use(
    reply(listKarteTemplates, { items: [] }),
    reply(listKarteDrafts, { items: [{ ...draft, updated_at: '2026-11-20T01:30:00.000Z' }] }),
    reply(saveKarteDraft, ({ memo }) => ({ ...draft, memo, version: 12, updated_at: '2026-11-21T00:00:00.000Z' })),
  )
  // a picture of the note was removed since
  const newer = { ...note, updated_at: '2026-11-20T02:00:00.000Z' }
  const { user } = show('doctor', <EditDialog karte={newer} onClose={() => undefined} />)
  await screen.findByRole('button', { name: '足.pngを外す' })
  await user.type(screen.getByRole('textbox', { name: '本文' }), 'なし')
  await user.tab()
  await waitFor(() => expect(sent(saveKarteDraft).at(-1)).toEqual({ ...base, karte_updated_at: newer.updated_at, memo: '頭痛なし', version: 11 }))
})
