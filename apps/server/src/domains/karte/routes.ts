import * as karte from '@sukoyaka/wire/care/karte'
import * as template from '@sukoyaka/wire/care/karte-template'
import { urlsFor } from '../../files/signed-file.ts'
import { removeFiles } from '../../files/store-uploads.ts'
import { type Call, serve } from '../../http/serve.ts'
import { addDraftImages, deleteDraft, deleteDraftImage, draftsOf, saveDraft } from './draft-store.ts'
import { findKartes, kartesOf, versionsOf } from './store.ts'
import { deleteTemplate, insertTemplate, templatesOf, updateTemplate } from './template-store.ts'
import { deleteKarte, deleteKarteImage, insertKarte, updateKarte } from './write-store.ts'
import { type Writer, writerIn } from './writer-store.ts'

type KarteCall = Pick<Call<typeof karte.addKarte>, 'context' | 'actor' | 'scope'>
const fileUrls = ({ context, actor }: KarteCall) => urlsFor(context, actor.id)
const writerOf = (call: KarteCall): Writer => writerIn(call.scope, call.actor, fileUrls(call))

/** Removes the files of deleted images after the commit. */
const removeDeletedFiles = async (
  { context, after }: Pick<Call<typeof karte.removeKarteDraft>, 'context' | 'after'>,
  deletedKeys: Promise<string[]>,
): Promise<null> => {
  const keys = await deletedKeys
  after(() => removeFiles(context, keys))
  return null
}

export const karteRoutes = [
  serve(karte.listKartes, (call) => kartesOf(call.scope, call.input, fileUrls(call))),
  serve(karte.searchKartes, (call) => findKartes(call.scope, call.input, fileUrls(call))),
  serve(karte.addKarte, (call) => insertKarte(writerOf(call), call.input, call.uploads)),
  serve(karte.changeKarte, (call) => updateKarte(writerOf(call), call.input, call.uploads)),
  serve(karte.removeKarte, (call) => deleteKarte(writerOf(call), call.input.id)),
  serve(karte.removeKarteImage, (call) => deleteKarteImage(writerOf(call), call.input)),
  serve(karte.listKarteVersions, async ({ scope, input }) => ({ items: await versionsOf(scope, input.id) })),
  serve(karte.listKarteDrafts, async (call) => ({ items: await draftsOf(writerOf(call), call.input.user_id) })),
  serve(karte.saveKarteDraft, (call) => saveDraft(writerOf(call), call.input)),
  serve(karte.removeKarteDraft, (call) => removeDeletedFiles(call, deleteDraft(writerOf(call), call.input))),
  serve(karte.addKarteDraftImages, (call) => addDraftImages(writerOf(call), call.input.id, call.uploads)),
  serve(karte.removeKarteDraftImage, (call) => removeDeletedFiles(call, deleteDraftImage(writerOf(call), call.input))),
  serve(template.listKarteTemplates, async ({ db, actor }) => ({ items: await templatesOf(db, actor) })),
  serve(template.addKarteTemplate, ({ db, actor, input }) => insertTemplate(db, actor, input)),
  serve(template.changeKarteTemplate, ({ db, actor, input }) => updateTemplate(db, actor, input)),
  serve(template.removeKarteTemplate, ({ db, actor, input }) => deleteTemplate(db, actor, input.id)),
]
