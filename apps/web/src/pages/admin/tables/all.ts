import type { AdminTable } from '../records/table.ts'
import { cannedReplies } from './canned-reply-table.ts'
import { careTeam } from './care-team-table.ts'
import { connectedApps } from './connected-app-table.ts'
import { contracts } from './contract-table.ts'
import { coupons } from './coupon-table.ts'
import { deliveryRules } from './delivery-rule-table.ts'
import { diseases } from './disease-table.ts'
import { emoticons } from './emoticon-table.ts'
import { facilities } from './facility-table.ts'
import { goalTemplates } from './goal-template-table.ts'
import { imageCategories } from './image-category-table.ts'
import { plans } from './plan-table.ts'
import { policies } from './policy-table.ts'
import { productCategories } from './product-category-table.ts'
import { products } from './product-table.ts'
import { recordTemplates } from './record-template-table.ts'
import { referenceRanges } from './reference-range-table.ts'
import { resultCategories } from './result-category-table.ts'
import { services } from './service-table.ts'
import { testCategories } from './test-category-table.ts'

/** The tables of the administration, without `users`, which `AdminPage` shows. */
export const tables: readonly AdminTable[] = [
  facilities,
  plans,
  services,
  contracts,
  careTeam,
  policies,
  products,
  productCategories,
  coupons,
  deliveryRules,
  connectedApps,
  diseases,
  emoticons,
  cannedReplies,
  goalTemplates,
  recordTemplates,
  resultCategories,
  referenceRanges,
  testCategories,
  imageCategories,
]
