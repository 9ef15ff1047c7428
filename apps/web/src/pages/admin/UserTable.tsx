import type { UserListItem } from '@sukoyaka/wire/people/account'
import { clsx } from 'clsx'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { selectMe } from '../../api/session.ts'
import { useAppSelector } from '../../api/store.ts'
import { Avatar } from '../../ui/status/Avatar.tsx'
import classes from './AdminPage.module.css'
import { UserMenu } from './UserMenu.tsx'

export function UserTable({ users }: { users: UserListItem[] }) {
  const { t } = useTranslation(['admin', 'shell'])
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{t('users.name')}</th>
          <th scope="col">{t('users.email')}</th>
          <th scope="col">{t('users.role')}</th>
          <th scope="col">{t('users.state')}</th>
          <th scope="col">
            <span className="visually-hidden">{t('users.actions')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {users.map((user) => (
          <UserRow key={user.id} user={user} />
        ))}
      </tbody>
    </table>
  )
}

function UserRow({ user }: { user: UserListItem }) {
  const { t } = useTranslation(['admin', 'shell'])
  const me = useAppSelector(selectMe)
  const name = `${user.last_name} ${user.first_name}`
  const kana = `${user.last_name_kana} ${user.first_name_kana}`.trim()
  return (
    <tr className={classes.row}>
      <td>
        <div className={classes.who}>
          <Avatar person={user} size={36} />
          <span lang="ja">
            {user.role === 'patient' ? <Link to={`/${user.id}/summary`}>{name}</Link> : <span className={classes.name}>{name}</span>}
            <span className={classes.kana}>{kana}</span>
          </span>
        </div>
      </td>
      <td className={classes.email}>{user.email}</td>
      <td>
        <span className={clsx(classes.role, !(user.role === 'patient') && classes.staff)}>{t(`shell:role.${user.role}`)}</span>
      </td>
      <td className={classes.status}>{t(user.deactivated_at ? 'users.deactivated' : user.is_registered ? 'users.active' : 'users.invited')}</td>
      <td className={classes.menu}>{user.id === me?.id ? null : <UserMenu user={user} />}</td>
    </tr>
  )
}
