import { useTranslation } from 'react-i18next'
import { ButtonLink } from '../../ui/button/Button.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { useListSharesQuery } from './api.ts'
import classes from './Shares.module.css'
import { useShareWords } from './words.ts'

const maxShown = 5

/** The latest openings of the record through shares, for the page that lists accesses to the record. Renders nothing if there are none. */
export function SharedAccesses() {
  const { t } = useTranslation('share')
  const words = useShareWords()
  const { currentData } = useListSharesQuery({})
  const opened = (currentData?.items ?? [])
    .flatMap(({ id, name, openings }) => openings.map((opening) => ({ ...opening, key: `${id} ${opening.opened_at}`, name })))
    .toSorted((a, b) => b.opened_at.localeCompare(a.opened_at))
  if (!opened.length) return null
  return (
    <Card title={t('access.title')} className={classes.accesses}>
      <p className={classes.quiet}>{t('access.text')}</p>
      <ul>
        {opened.slice(0, maxShown).map((opening) => (
          <li key={opening.key}>
            <b>{opening.name}</b> <span>{words.opening(opening)}</span>
          </li>
        ))}
      </ul>
      <ButtonLink to="/settings/shares" kind="secondary">
        {t('access.open')}
      </ButtonLink>
    </Card>
  )
}
