import type { Organization } from '@medplum/fhirtypes'
import type { Address } from '@sukoyaka/wire/people/account'
import { type BaseRow, hl7Concept, metaOf, systems } from './coding.ts'

export type OrganizationRow = BaseRow & { code: string; name_ja: string; phone_number: string; address: Address; visible: boolean }

/** A facility that does checkups. */
export const toOrganization = (row: OrganizationRow): Organization => ({
  resourceType: 'Organization',
  id: row.id,
  meta: metaOf(row, 'Organization'),
  identifier: [{ system: systems.facility, value: row.code }],
  active: row.visible,
  type: [hl7Concept('organization-type', 'prov')],
  name: row.name_ja,
  ...(row.phone_number && { telecom: [{ system: 'phone', value: row.phone_number }] }),
  address: [
    {
      text: [row.address.prefecture, row.address.city, row.address.street, row.address.building].filter(Boolean).join(''),
      ...(row.address.zip && { postalCode: row.address.zip }),
      country: 'JP',
    },
  ],
})
