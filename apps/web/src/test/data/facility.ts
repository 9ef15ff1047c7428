import type { Facility, FacilityCourse, FacilityOption } from '@sukoyaka/wire/people/facility'

const words = (name: string) => ({ name, name_ja: name, display_name: name })

export const course = (id: number, name: string, more: Partial<FacilityCourse> = {}): FacilityCourse => ({
  id,
  ...words(name),
  kind: 'detail',
  price: 49_500,
  precautions: '',
  lead_days: null,
  lead_is_business: false,
  test_category_names: [],
  option_ids: [],
  ...more,
})

export const courseOption = (id: number, name: string, more: Partial<FacilityOption> = {}): FacilityOption => ({
  id,
  ...words(name),
  price: 5_500,
  precautions: '',
  lead_days: null,
  lead_is_business: false,
  test_category_names: [],
  ...more,
})

export const facility = (id: number, name: string, more: Partial<Facility> = {}): Facility => ({
  id,
  ...words(name),
  name_kana: '',
  address: { zip: '', prefecture: '', city: '', street: '', building: '' },
  access_text: '駅から4分',
  access_url: '',
  map_url: '',
  phone_number: '',
  additional_information: '',
  text_language: 'ja',
  sort_number: id,
  visible: true,
  ...more,
})
