import { IconPrinter } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { LanguageSelect } from '../../i18n/LanguageSelect.tsx'
import { Button } from '../../ui/button/Button.tsx'
import { Wordmark } from '../../ui/text/Wordmark.tsx'
import classes from './Visit.module.css'

/** Layout of a shared record. With a `notice` for the reader, the page also has a button to print it. */
export function VisitFrame({ notice, children }: { notice?: ReactNode; children: ReactNode }) {
  const { t } = useTranslation('share')
  return (
    <div className={classes.frame}>
      <header className={classes.head}>
        <Wordmark size={26} />
        <span className={classes.by}>{t('record.by')}</span>
        <span className={classes.tools}>
          <LanguageSelect />
          {notice ? (
            <Button kind="secondary" icon={<IconPrinter aria-hidden />} onClick={() => window.print()}>
              {t('record.print')}
            </Button>
          ) : null}
        </span>
      </header>
      {notice ? <div className={classes.strip}>{notice}</div> : null}
      <main className={classes.main}>{children}</main>
    </div>
  )
}
