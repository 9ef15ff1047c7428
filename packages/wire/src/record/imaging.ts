import Type, { type Static } from 'typebox'
import { ById, Day, endpoint, Id, Include, InputObject, Instant, Items, Nothing, Nullable, OneOf, Text, UserId } from '../endpoint.ts'

export type ImageTestResultCategory = Static<typeof ImageTestResultCategory>
export const ImageTestResultCategory = Type.Object({
  id: Id,
  /** Code of the category. */
  name: Type.String(),
  name_ja: Type.String(),
  name_en: Type.String(),
  name_kr: Type.String(),
  display_name: Type.String(),
  body_area: Type.String(),
  /** Imaging modality: radiography, ultrasound, endoscopy, mri, ct … */
  modality: Type.String(),
  /** Usual content: 1 image, 2 video. Both can be uploaded. */
  type: Type.Integer({ minimum: 1, maximum: 2 }),
  applicable_sex: Type.String(),
  /** Whether new images may have this category. */
  is_active: Type.Boolean(),
  sort_number: Type.Integer(),
})

export const listImageTestResultCategories = endpoint({
  method: 'GET',
  path: '/api/image_test_result_categories',
  permission: 'catalogue.read',
  summary: 'List the categories of imaging examinations',
  query: InputObject({}),
  reply: Items(ImageTestResultCategory),
  cache: 'reference',
})

/** Signed URL of one size for the caller, valid for 5 to 10 minutes. */
const Address = Type.String()

export type TestResultImage = Static<typeof TestResultImage>
export const TestResultImage = Type.Object({
  id: Id,
  content_type: Type.String(),
  /** Of the original; null if the video has no such metadata. */
  width: Nullable(Type.Integer()),
  height: Nullable(Type.Integer()),
  size: Type.Integer(),
  original: Address,
  /** Sizes of max 1600, 800 and 240 pixels in width and height; null for videos. */
  variants: Nullable(Type.Object({ large: Address, medium: Address, small: Address })),
})

/** Status set by the reader of the image: 0 healthy, 1 unhealthy, 2 warning; null if not read yet. */
const Status = Nullable(Type.Integer({ minimum: 0, maximum: 2 }))
const finding = Text(4000, 0)

/** What the reader of the image wants next: the same examination again, a closer examination, or a referral. */
export const followUpKinds = ['retest', 'closer_look', 'referral'] as const
export type FollowUpKind = (typeof followUpKinds)[number]

export type ImageTestResult = Static<typeof ImageTestResult>
export const ImageTestResult = Type.Object({
  id: Id,
  user_id: Id,
  category_id: Id,
  category: Type.Optional(ImageTestResultCategory),
  test_id: Nullable(Id),
  test_package_id: Nullable(Id),
  recorded_at: Instant,
  /** Content: 1 image, 2 video. */
  type: Type.Integer({ minimum: 1, maximum: 2 }),
  /** Location of the checkup. */
  origin: Type.String(),
  finding: Type.String(),
  status: Status,
  /** Either both fields are set or neither is. */
  follow_up_kind: Nullable(OneOf(followUpKinds)),
  follow_up_on: Nullable(Day),
  is_follow_up_done: Type.Boolean(),
  images: Type.Array(TestResultImage),
  updated_at: Instant,
})

export const maxImagesPerResult = 40
const files = { 'images[]': { kinds: ['image', 'video'], max: 20, isRequired: true, isStill: true } } as const
const uploadErrors = [
  'file_too_large',
  'file_type_unsupported',
  'dicom_unsupported',
  'heic_unsupported',
  'file_unreadable',
  'image_too_detailed',
  'image_has_pages',
] as const
const uploadText =
  'Images (JPEG, PNG, WebP, GIF, AVIF, TIFF) up to 20 MB and 40 megapixels, videos (MP4, WebM, MOV) up to 200 MB; the type is detected from the content. An image with several pages or frames is rejected (`image_has_pages`). Images are rotated upright and stored without metadata; in videos location, device and similar metadata are blanked.'

export const listImageTestResults = endpoint({
  method: 'GET',
  path: '/api/image_test_results',
  permission: 'patient.read',
  summary: 'List a patient’s imaging results, newest first',
  description: 'Max 1,000. Patients get the results of a checkup once it is released. File URLs are valid for the caller for 5 to 10 minutes.',
  query: InputObject({ user_id: Id, include: Include('category') }),
  reply: Items(ImageTestResult),
  example: { query: { user_id: 1, include: ['category'] } },
})

export const addImageTestResult = endpoint({
  method: 'POST',
  path: '/api/image_test_results',
  permission: 'test_results.write',
  summary: 'Add an imaging result with images or videos',
  description: uploadText,
  body: InputObject({
    ...UserId.properties,
    category_id: Id,
    recorded_at: Instant,
    test_package_id: Type.Optional(Id),
    finding: Type.Optional(finding),
    status: Type.Optional(Type.Integer({ minimum: 0, maximum: 2 })),
    /** Either both fields are set or neither is. */
    follow_up_kind: Type.Optional(OneOf(followUpKinds)),
    follow_up_on: Type.Optional(Day),
    is_follow_up_done: Type.Optional(Type.Boolean()),
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
  summary: 'Change an imaging result: finding, follow-up, examination or time',
  description:
    'The board lists a follow-up from 30 days before its day until it is done; a retest also only until there is a newer image of the category. It lists an image that is not read after 14 days.',
  params: ById,
  body: InputObject({
    /** Optimistic lock: 409 if the row has changed since this `updated_at`. */
    updated_at: Type.Optional(Instant),
    finding: Type.Optional(finding),
    status: Type.Optional(Status),
    follow_up_kind: Type.Optional(Nullable(OneOf(followUpKinds))),
    follow_up_on: Type.Optional(Nullable(Day)),
    is_follow_up_done: Type.Optional(Type.Boolean()),
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
  summary: 'Delete an imaging result with its images and videos',
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
  summary: 'Add images or videos to an imaging result',
  description: `${uploadText} Max ${maxImagesPerResult} files for one result.`,
  params: ById,
  body: InputObject({}),
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
  summary: 'Delete an image or video of an imaging result',
  params: InputObject({ id: Id, image_id: Id }),
  reply: Nothing,
  status: 204,
  example: { params: { id: 1, image_id: 1 } },
  changes: ['test_results'],
})
