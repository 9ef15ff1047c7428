import type { UserRow } from '@sukoyaka/wire/boards/admin/user'
import type { Person } from '@sukoyaka/wire/people/account'

/** An account with what its menu depends on. */
export type MenuUser = Person & Pick<UserRow, 'email' | 'state'>
