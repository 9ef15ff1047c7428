import * as imaging from '@sukoyaka/wire/record/imaging'
import { addressOf } from '../../files/signed-file.ts'
import { removeFiles } from '../../files/store-uploads.ts'
import { serve } from '../../http/serve.ts'
import { deleteImage, deleteImageResult, imageCategories, imageResultsOf, insertImageResult, insertImages, updateImageResult } from './store.ts'

export const imagingRoutes = [
  serve(imaging.listImageTestResultCategories, async ({ db, language }) => ({ items: await imageCategories(db, language) })),
  serve(imaging.listImageTestResults, async ({ db, house, actor, reach, input, language }) => ({
    items: await imageResultsOf(db, reach, input, { language, address: addressOf(house, actor.id) }),
  })),
  serve(imaging.addImageTestResult, ({ db, house, actor, reach, input, uploads, language }) =>
    insertImageResult(db, reach, input, uploads, house.clock(), { language, address: addressOf(house, actor.id) }),
  ),
  serve(imaging.changeImageTestResult, ({ db, house, actor, reach, input, language }) =>
    updateImageResult(db, reach, input, house.clock(), { language, address: addressOf(house, actor.id) }),
  ),
  serve(imaging.removeImageTestResult, async ({ db, house, reach, input, after }) => {
    const keys = await deleteImageResult(db, reach, input.id)
    after(() => removeFiles(house, keys))
    return null
  }),
  serve(imaging.addImages, ({ db, house, actor, reach, input, uploads, language }) =>
    insertImages(db, reach, input.id, uploads, { language, address: addressOf(house, actor.id) }),
  ),
  serve(imaging.removeImage, async ({ db, house, reach, input, after }) => {
    const keys = await deleteImage(db, reach, input)
    after(() => removeFiles(house, keys))
    return null
  }),
]
