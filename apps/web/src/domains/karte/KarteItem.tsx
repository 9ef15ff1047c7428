import { fullName } from '@sukoyaka/rules/person'
import { tokyoDay } from '@sukoyaka/rules/time'
import type { Karte } from '@sukoyaka/wire/care/karte'
import { IconDots, IconHistory, IconPencil, IconTrash } from '@tabler/icons-react'
import { type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DateText } from '../../ui/date/DateText.tsx'
import { useLanguage } from '../../ui/date/tokyo.ts'
import { lazyNamed } from '../../ui/loading/lazy-named.ts'
import { MenuButton, type MenuItem } from '../../ui/overlay/MenuButton.tsx'
import { KarteImages } from './KarteImages.tsx'
import classes from './KarteItem.module.css'
import { Memo } from './Memo.tsx'
import { useMayWrite } from './use-may-write.ts'

const EditDialog = lazyNamed(() => import('./composer/EditDialog.tsx'), 'EditDialog')
const RemoveDialog = lazyNamed(() => import('./RemoveDialog.tsx'), 'RemoveDialog')
const HistoryDialog = lazyNamed(() => import('./HistoryDialog.tsx'), 'HistoryDialog')

type Opened = 'edit' | 'history' | 'remove'

/**
 * One note: author, time, sections, images and actions. `about`, such as the patient, is shown before the author; `isBare` omits the card frame; `show`
 * renders the text.
 */
export function KarteItem({ karte, about, isBare = false, show }: { karte: Karte; about?: ReactNode; isBare?: boolean; show?: (text: string) => ReactNode }) {
  const { t } = useTranslation(['karte', 'shell'])
  const language = useLanguage()
  const [opened, setOpened] = useState<Opened>()
  const mayChange = useMayWrite(karte.author_id)
  const { author, created_at, version_count, interview_id } = karte
  const isThisYear = tokyoDay(created_at).slice(0, 4) === tokyoDay(new Date()).slice(0, 4)
  const items: MenuItem[] = [
    ...(mayChange ? [{ key: 'edit', label: t('item.edit'), icon: <IconPencil aria-hidden />, onPick: () => setOpened('edit') }] : []),
    { key: 'history', label: t('item.history'), icon: <IconHistory aria-hidden />, onPick: () => setOpened('history') },
    ...(mayChange ? [{ key: 'remove', label: t('item.remove'), icon: <IconTrash aria-hidden />, onPick: () => setOpened('remove'), isDanger: true }] : []),
  ]
  const close = () => setOpened(undefined)
  return (
    <article className={isBare ? undefined : classes.item}>
      <header className={classes.head}>
        <span className={classes.label}>{t(interview_id === null ? 'item.label' : 'item.interview')}</span>
        {about}
        <span className={classes.grow} />
        <span className={classes.by}>
          <span lang="ja">{fullName(author, language)}</span>
          {language === 'ja' ? '・' : ', '}
          {t(`shell:role.${author.role}`)}
        </span>
        <span className={classes.when}>
          <DateText value={created_at} year={!isThisYear} time />
        </span>
        {version_count > 1 ? (
          <button type="button" className={classes.edited} onClick={() => setOpened('history')}>
            {t('item.edited')}
          </button>
        ) : null}
        <span className={classes.menu}>
          <MenuButton label={t('item.actions')} icon={<IconDots aria-hidden />} size="small" items={items} />
        </span>
      </header>
      <div className={classes.memo}>
        <Memo memo={karte.memo} show={show} />
      </div>
      <KarteImages karte={karte} mayChange={mayChange} />
      <Suspense>
        {opened === 'edit' ? <EditDialog karte={karte} onClose={close} /> : null}
        {opened === 'history' ? <HistoryDialog karte_id={karte.id} onClose={close} /> : null}
        {opened === 'remove' ? <RemoveDialog karte={karte} onClose={close} /> : null}
      </Suspense>
    </article>
  )
}
