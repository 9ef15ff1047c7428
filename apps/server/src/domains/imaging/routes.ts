import * as imaging from '@sukoyaka/wire/record/imaging'
import { addressOf } from '../../files/signed-file.ts'
import { removeFiles } from '../../files/store-uploads.ts'
import { serve } from '../../http/serve.ts'
import { deleteImage, deleteImageResult, imageCategories, imageResultsOf, insertImageResult, insertImages, updateImageResult } from './store.ts'

export const imagingRoutes = [
  serve(imaging.listImageTestResultCategories, async ({ db, language }) => ({ items: await imageCategories(db, language) })),
  serve(imaging.listImageTestResults, async ({ db, context, actor, reach, input, language }) => ({
    items: await imageResultsOf(db, reach, input, { language, address: addressOf(context, actor.id) }),
  })),
  serve(imaging.addImageTestResult, ({ db, context, actor, reach, input, uploads, language }) =>
    insertImageResult(db, reach, input, uploads, context.clock(), { language, address: addressOf(context, actor.id) }),
  ),
  serve(imaging.changeImageTestResult, ({ db, context, actor, reach, input, language }) =>
    updateImageResult(db, reach, input, context.clock(), { language, address: addressOf(context, actor.id) }),
  ),
  serve(imaging.removeImageTestResult, async ({ db, context, reach, input, after }) => {
    const keys = await deleteImageResult(db, reach, input.id)
    after(() => removeFiles(context, keys))
    return null
  }),
  serve(imaging.addImages, ({ db, context, actor, reach, input, uploads, language }) =>
    insertImages(db, reach, input.id, uploads, { language, address: addressOf(context, actor.id) }),
  ),
  serve(imaging.removeImage, async ({ db, context, reach, input, after }) => {
    const keys = await deleteImage(db, reach, input)
    after(() => removeFiles(context, keys))
    return null
  }),
]
