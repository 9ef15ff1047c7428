import * as imaging from '@sukoyaka/wire/record/imaging'
import { urlsFor } from '../../files/signed-file.ts'
import { removeFiles } from '../../files/store-uploads.ts'
import { serve } from '../../http/serve.ts'
import { imageCategories, imageResultsOf } from './read-store.ts'
import { deleteImage, deleteImageResult, insertImageResult, insertImages, updateImageResult } from './store.ts'

export const imagingRoutes = [
  serve(imaging.listImageTestResultCategories, async ({ db, language }) => ({ items: await imageCategories(db, language) })),
  serve(imaging.listImageTestResults, async ({ context, actor, scope, input, language }) => ({
    items: await imageResultsOf(scope, input, { language, urlOf: urlsFor(context, actor.id) }),
  })),
  serve(imaging.addImageTestResult, ({ context, actor, scope, input, uploads, language }) =>
    insertImageResult(scope, input, uploads, context.clock(), { language, urlOf: urlsFor(context, actor.id) }),
  ),
  serve(imaging.changeImageTestResult, ({ context, actor, scope, input, language }) =>
    updateImageResult(scope, input, context.clock(), { language, urlOf: urlsFor(context, actor.id) }),
  ),
  serve(imaging.removeImageTestResult, async ({ context, scope, input, after }) => {
    const keys = await deleteImageResult(scope, input.id)
    after(() => removeFiles(context, keys))
    return null
  }),
  serve(imaging.addImages, ({ context, actor, scope, input, uploads, language }) =>
    insertImages(scope, input.id, uploads, { language, urlOf: urlsFor(context, actor.id) }),
  ),
  serve(imaging.removeImage, async ({ context, scope, input, after }) => {
    const keys = await deleteImage(scope, input)
    after(() => removeFiles(context, keys))
    return null
  }),
]
