import type { ImageTestResult, ImageTestResultCategory } from '@sukoyaka/wire/record/imaging'

const category = (id: number, display_name: string): ImageTestResultCategory => ({
  id,
  name: `c${id}`,
  name_ja: display_name,
  name_en: '',
  name_kr: '',
  display_name,
  body_area: '',
  modality: '',
  type: 1,
  applicable_sex: 'any',
  sort_number: id,
  is_active: true,
})
export const categories = [category(1, '腹部超音波'), category(2, '胸部X線')]

/** An examination with one image. */
export const imageResult = (id: number, category_id: number, recorded_at: string, more: Partial<ImageTestResult> = {}): ImageTestResult => ({
  id,
  user_id: 1,
  category_id,
  category: categories.find((category) => category.id === category_id),
  test_id: null,
  test_package_id: null,
  recorded_at,
  type: 1,
  origin: '',
  finding: '',
  status: null,
  follow_up_kind: null,
  follow_up_on: null,
  is_follow_up_done: false,
  images: [
    {
      id: id * 10,
      content_type: 'image/jpeg',
      width: 1,
      height: 1,
      size: 1,
      original: `/files/o${id}`,
      variants: { large: `/files/l${id}`, medium: `/files/m${id}`, small: `/files/s${id}` },
    },
  ],
  updated_at: '2026-11-01T00:00:00.000Z',
  ...more,
})
