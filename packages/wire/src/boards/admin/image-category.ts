import Type from 'typebox'
import { fieldsOf, tableCalls } from '../../admin.ts'
import { Id, InputObject, Instant, Line, OneOf } from '../../endpoint.ts'
import { sexes } from '../../people/account.ts'

const bodyParts = ['head', 'eye', 'neck', 'chest', 'breast', 'heart', 'stomach', 'colon', 'abdomen', 'pelvis', 'bone', 'whole_body'] as const
const modalities = [
  ...['radiography', 'ultrasound', 'endoscopy', 'ct', 'mri', 'pet'],
  ...['electrocardiography', 'photography', 'cytology', 'movement'],
] as const
export const imageKinds = ['image', 'video'] as const

const input = {
  name_ja: Line(100),
  name_en: Line(100, 0),
  name_kr: Line(100, 0),
  body_part: OneOf(bodyParts),
  modality: OneOf(modalities),
  /** Usual content; images and videos can be uploaded in every category. */
  image_kind: OneOf(imageKinds),
  applicable_sex: OneOf([...sexes, 'any']),
  /** Offered for new images; existing ones stay. */
  is_active: Type.Boolean(),
  sort_number: Type.Integer({ minimum: 0, maximum: 100_000 }),
}
const row = { id: Id, ...input, updated_at: Instant }

export const {
  list: listAllImageCategories,
  csv: exportImageCategories,
  read: getImageCategory,
  add: addImageCategory,
  change: changeImageCategory,
} = tableCalls({
  name: 'image_categories',
  words: ['a category of images', 'all categories of images'],
  description: 'Stored images stay in their category.',
  input,
  row,
  sorts: ['sort_number', 'name_ja', 'updated_at'],
  filters: { body_part: Type.Optional(OneOf(bodyParts)), modality: Type.Optional(OneOf(modalities)), is_active: Type.Optional(Type.Boolean()) },
  example: {
    ...{ name_ja: '試験の画像', name_en: 'Trial image', name_kr: '', body_part: 'chest', modality: 'radiography', image_kind: 'image' },
    ...{ applicable_sex: 'any', is_active: true, sort_number: 15_000 },
  },
  tags: ['image_categories'],
})

export const imageCategoryFields = fieldsOf(InputObject(input))
export const imageCategoryColumns = fieldsOf(Type.Object(row))
export const imageCategoryQuery = fieldsOf(listAllImageCategories.query)
