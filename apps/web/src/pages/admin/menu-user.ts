import type { UserRow } from '@sukoyaka/wire/boards/admin/user'
import type { Person } from '@sukoyaka/wire/people/account'

/** The fields of an account that its menu needs. */
export type MenuUser = Person & Pick<UserRow, 'email' | 'state' | 'updated_at'>
