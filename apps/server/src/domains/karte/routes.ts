import * as karte from '@sukoyaka/wire/care/karte'
import * as template from '@sukoyaka/wire/care/karte-template'
import { addressOf } from '../../files/signed-file.ts'
import { removeFiles } from '../../files/store-uploads.ts'
import { type Call, serve } from '../../http/serve.ts'
import { addDraftImages, deleteDraft, deleteDraftImage, draftsOf, saveDraft, type Writer } from './draft-store.ts'
import { foundKartes, kartesOf, versionsOf } from './store.ts'
import { deleteTemplate, insertTemplate, templatesOf, updateTemplate } from './template-store.ts'
import { deleteKarte, deleteKarteImage, insertKarte, updateKarte } from './write-store.ts'

type Asked = Pick<Call<typeof karte.addKarte>, 'context' | 'actor' | 'reach'>
const addresses = ({ context, actor }: Asked) => addressOf(context, actor.id)
const writerOf = (call: Asked): Writer => ({ actor: call.actor, reach: call.reach, address: addresses(call) })

/** Removes the bytes of pictures whose rows went, once that is committed. */
const forget = async ({ context, after }: Pick<Call<typeof karte.removeKarteDraft>, 'context' | 'after'>, going: Promise<string[]>): Promise<null> => {
  const keys = await going
  after(() => removeFiles(context, keys))
  return null
}

export const karteRoutes = [
  serve(karte.listKartes, (call) => kartesOf(call.db, call.reach, call.input, addresses(call))),
  serve(karte.searchKartes, (call) => foundKartes(call.db, call.reach, call.input, addresses(call))),
  serve(karte.addKarte, (call) => insertKarte(call.db, writerOf(call), call.input, call.uploads)),
  serve(karte.changeKarte, (call) => updateKarte(call.db, writerOf(call), call.input, call.uploads)),
  serve(karte.removeKarte, (call) => deleteKarte(call.db, writerOf(call), call.input.id)),
  serve(karte.removeKarteImage, (call) => deleteKarteImage(call.db, writerOf(call), call.input)),
  serve(karte.listKarteVersions, async ({ db, reach, input }) => ({ items: await versionsOf(db, reach, input.id) })),
  serve(karte.listKarteDrafts, async (call) => ({ items: await draftsOf(call.db, writerOf(call), call.input.user_id) })),
  serve(karte.saveKarteDraft, (call) => saveDraft(call.db, writerOf(call), call.input)),
  serve(karte.removeKarteDraft, (call) => forget(call, deleteDraft(call.db, writerOf(call), call.input))),
  serve(karte.addKarteDraftImages, (call) => addDraftImages(call.db, writerOf(call), call.input.id, call.uploads)),
  serve(karte.removeKarteDraftImage, (call) => forget(call, deleteDraftImage(call.db, writerOf(call), call.input))),
  serve(template.listKarteTemplates, async ({ db, actor }) => ({ items: await templatesOf(db, actor) })),
  serve(template.addKarteTemplate, ({ db, actor, input }) => insertTemplate(db, actor, input)),
  serve(template.changeKarteTemplate, ({ db, actor, input }) => updateTemplate(db, actor, input)),
  serve(template.removeKarteTemplate, ({ db, actor, input }) => deleteTemplate(db, actor, input.id)),
]
