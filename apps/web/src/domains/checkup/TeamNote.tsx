import { fullName } from '@sukoyaka/rules/person'
import { tokyoDay } from '@sukoyaka/rules/time'
import type { Person } from '@sukoyaka/wire/people/account'
import { useTranslation } from 'react-i18next'
import { DateText } from '../../ui/date/DateText.tsx'
import { useLanguage } from '../../ui/date/tokyo.ts'
import { Avatar } from '../../ui/status/Avatar.tsx'
import { useListTestPackagesQuery } from './api.ts'
import classes from './TeamNote.module.css'

/** The latest comment on a released checkup. Shows its author when still in `team`, otherwise the care team. */
export function TeamNote({ user_id, team }: { user_id: number; team: readonly Person[] }) {
  const { t } = useTranslation(['home', 'shell'])
  const language = useLanguage()
  const { currentData } = useListTestPackagesQuery({ user_id })
  const [latest] = (currentData?.items ?? [])
    .flatMap(({ comment, comment_by, commented_at, released_at }) =>
      comment?.trim() && commented_at && released_at ? [{ comment: comment.trim(), comment_by, commented_at }] : [],
    )
    .sort((a, b) => Date.parse(b.commented_at) - Date.parse(a.commented_at))
  if (!latest) return null
  const author = team.find(({ id }) => id === latest.comment_by)
  const isThisYear = tokyoDay(latest.commented_at).slice(0, 4) === tokyoDay(new Date()).slice(0, 4)
  return (
    <section className={classes.note} aria-label={t('home:note.title')}>
      {author ? <Avatar person={author} size={40} /> : null}
      <div className={classes.words}>
        <p className={classes.who}>
          {author ? (
            <span>
              <span lang="ja">{fullName(author, language)}</span> {t(`shell:role.${author.role}`)}
            </span>
          ) : (
            <span>{t('home:note.title')}</span>
          )}
          <DateText value={latest.commented_at} year={!isThisYear} />
        </p>
        <p className={classes.text} lang="ja">
          {latest.comment}
        </p>
      </div>
    </section>
  )
}
