import Type, { type Static } from 'typebox'
import { ById, endpoint, Id, Include, Instant, Items, Nothing, Nullable, Sent, Text, UserId } from '../endpoint.ts'

export type ImageTestResultCategory = Static<typeof ImageTestResultCategory>
export const ImageTestResultCategory = Type.Object({
  id: Id,
  /** Its code. */
  name: Type.String(),
  name_ja: Type.String(),
  name_en: Type.String(),
  name_kr: Type.String(),
  display_name: Type.String(),
  body_area: Type.String(),
  /** How the picture is made: radiography, ultrasound, endoscopy, mri, ct … */
  modality: Type.String(),
  /** 1 image, 2 video: what is usual; either can be added. */
  type: Type.Integer({ minimum: 1, maximum: 2 }),
  applicable_sex: Type.String(),
  sort_number: Type.Integer(),
})

export const listImageTestResultCategories = endpoint({
  method: 'GET',
  path: '/api/image_test_result_categories',
  permission: 'catalogue.read',
  summary: 'Examinations whose result is a picture or a video',
  query: Sent({}),
  reply: Items(ImageTestResultCategory),
  cache: 'reference',
})

/** Where a file of a size can be read by the person who asked, for 5 to 10 minutes. */
const Address = Type.String()

export type TestResultImage = Static<typeof TestResultImage>
export const TestResultImage = Type.Object({
  id: Id,
  content_type: Type.String(),
  /** Of the original; null where a video does not say. */
  width: Nullable(Type.Integer()),
  height: Nullable(Type.Integer()),
  size: Type.Integer(),
  original: Address,
  /** At most 1600, 800 and 240 pixels wide and high; a video has none. */
  variants: Nullable(Type.Object({ large: Address, medium: Address, small: Address })),
})

/** 0 healthy, 1 unhealthy, 2 warning, by whoever read the picture; null while nobody has. */
const Status = Nullable(Type.Integer({ minimum: 0, maximum: 2 }))
const finding = Text(4000, 0)

export type ImageTestResult = Static<typeof ImageTestResult>
export const ImageTestResult = Type.Object({
  id: Id,
  user_id: Id,
  category_id: Id,
  category: Type.Optional(ImageTestResultCategory),
  test_id: Nullable(Id),
  test_package_id: Nullable(Id),
  recorded_at: Instant,
  /** 1 image, 2 video: what it holds. */
  type: Type.Integer({ minimum: 1, maximum: 2 }),
  /** The package’s location. */
  origin: Type.String(),
  finding: Type.String(),
  status: Status,
  images: Type.Array(TestResultImage),
  updated_at: Instant,
})

export const maxImagesPerResult = 40
const files = { 'images[]': { kinds: ['image', 'video'], max: 20, isRequired: true } } as const
const uploadErrors = ['file_too_large', 'file_type_unsupported', 'dicom_unsupported', 'heic_unsupported', 'file_unreadable', 'image_too_detailed'] as const
const uploadText =
  'Images (JPEG, PNG, WebP, GIF, AVIF, TIFF) have up to 20 MB and 40 megapixels, videos (MP4, WebM, MOV) up to 200 MB; the type is judged by the content. Pictures are turned upright and kept without what a camera wrote into them; of videos the place, the device and other such notes are blanked.'

export const listImageTestResults = endpoint({
  method: 'GET',
  path: '/api/image_test_results',
  permission: 'patient.read',
  summary: 'A patient’s pictures and videos of examinations, newest first',
  description: 'At most 1,000. Patients see what was released to them. Addresses of files serve the person who asked for 5 to 10 minutes.',
  query: Sent({ user_id: Id, include: Include('category') }),
  reply: Items(ImageTestResult),
  example: { query: { user_id: 1, include: ['category'] } },
})

export const addImageTestResult = endpoint({
  method: 'POST',
  path: '/api/image_test_results',
  permission: 'test_results.write',
  summary: 'Adds pictures or videos of one examination',
  description: uploadText,
  body: Sent({
    ...UserId.properties,
    category_id: Id,
    recorded_at: Instant,
    test_package_id: Type.Optional(Id),
    finding: Type.Optional(finding),
    status: Type.Optional(Type.Integer({ minimum: 0, maximum: 2 })),
  }),
  files,
  reply: ImageTestResult,
  status: 201,
  errors: uploadErrors,
  example: { body: { user_id: 1, category_id: 200, recorded_at: '2026-11-14T00:30:00.000Z', finding: '異常所見なし', status: 0 } },
  changes: ['test_results'],
})

export const changeImageTestResult = endpoint({
  method: 'PUT',
  path: '/api/image_test_results/:id',
  permission: 'test_results.write',
  summary: 'Writes the finding, or mends the examination or its time',
  params: ById,
  body: Sent({
    /** As it was read: when it has been changed since, the change is refused. */
    updated_at: Type.Optional(Instant),
    finding: Type.Optional(finding),
    status: Type.Optional(Status),
    category_id: Type.Optional(Id),
    recorded_at: Type.Optional(Instant),
  }),
  reply: ImageTestResult,
  errors: ['conflict'],
  example: { params: { id: 1 }, body: { finding: '異常所見なし', status: 0 } },
  changes: ['test_results'],
})

export const removeImageTestResult = endpoint({
  method: 'DELETE',
  path: '/api/image_test_results/:id',
  permission: 'test_results.write',
  summary: 'Removes an examination with its pictures and videos',
  params: ById,
  reply: Nothing,
  status: 204,
  example: { params: { id: 1 } },
  changes: ['test_results'],
})

export const addImages = endpoint({
  method: 'POST',
  path: '/api/image_test_results/:id/images',
  permission: 'test_results.write',
  summary: 'Adds pictures or videos to an examination',
  description: `${uploadText} One examination has at most ${maxImagesPerResult}.`,
  params: ById,
  body: Sent({}),
  files,
  reply: ImageTestResult,
  status: 201,
  errors: uploadErrors,
  example: { params: { id: 1 }, body: {} },
  changes: ['test_results'],
})

export const removeImage = endpoint({
  method: 'DELETE',
  path: '/api/image_test_results/:id/images/:image_id',
  permission: 'test_results.write',
  summary: 'Removes one picture or video of an examination',
  params: Sent({ id: Id, image_id: Id }),
  reply: Nothing,
  status: 204,
  example: { params: { id: 1, image_id: 1 } },
  changes: ['test_results'],
})
