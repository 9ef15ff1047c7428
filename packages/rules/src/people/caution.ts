import type { ProductFinding } from '@sukoyaka/wire/people/product-check'

/** Whether a finding is a caution that the patient must read before buying, and that staff cannot leave out. */
export const isCaution = ({ kind, level }: Pick<ProductFinding, 'kind' | 'level'>): boolean =>
  level === 'allergen' || (kind === 'medicine' && level !== 'unchecked')
