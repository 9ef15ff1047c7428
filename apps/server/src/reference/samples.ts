import type { Db } from '../database/db.ts'
import { loadFacilities } from './facility.ts'
import { loadCoupons, loadProducts } from './shop.ts'
import { upsertRows } from './upsert-rows.ts'

/** `variant`: how the files are loaded, if not in the usual way. A part is loaded again when it changes. */
export type ReferencePart = { name: string; files: string[]; variant?: string[]; load: (db: Db, ...texts: string[]) => Promise<void> }

/** Invented facilities, products and coupons. Unless `isShown`, patients do not see new ones; those that a database has already stay as they are. */
export const sampleParts = (isShown: boolean): ReferencePart[] => {
  const variant = isShown ? [] : ['hidden']
  return [
    {
      name: 'facilities',
      files: ['facilities', 'facility_hours', 'prefectures'],
      variant,
      load: (db, text, hours, prefectures) =>
        loadFacilities(
          db,
          (table, rows, kept) => upsertRows(db, table, table.name, rows, kept),
          { facilities: text!, details: hours!, prefectures: prefectures! },
          isShown,
        ),
    },
    { name: 'products', files: ['products', 'product_details'], variant, load: (db, text, details) => loadProducts(db, text!, details!, isShown) },
    // after the products that they are for
    { name: 'coupons', files: ['coupons'], variant, load: (db, text) => loadCoupons(db, text!, isShown) },
  ]
}
