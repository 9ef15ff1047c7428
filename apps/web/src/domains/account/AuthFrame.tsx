import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { LanguageSelect } from '../../i18n/LanguageSelect.tsx'
import { Wordmark } from '../../ui/text/Wordmark.tsx'
import classes from './AuthFrame.module.css'
import { BandPicture } from './BandPicture.tsx'

/** Two columns: picture and form. Phones and tablets show no picture. */
export function AuthFrame({ children, onSubmit }: { children: ReactNode; onSubmit: () => void }) {
  const { t } = useTranslation('account')
  return (
    <div className={classes.frame} data-density="comfortable">
      <section className={classes.art} aria-hidden="true">
        <div className={classes.picture}>
          <BandPicture />
        </div>
        <div className={classes.brand}>
          <Wordmark size={40} on="rail" />
        </div>
        <div className={classes.words}>
          <p>{t('art.title')}</p>
          <p>{t('art.body')}</p>
        </div>
      </section>
      <main className={classes.pane}>
        <div className={classes.top}>
          <div className={classes.small}>
            <Wordmark size={28} />
          </div>
          <LanguageSelect />
        </div>
        <form
          className={classes.form}
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            onSubmit()
          }}
        >
          {children}
        </form>
        <p className={classes.foot}>© 2026 Sukoyaka</p>
      </main>
    </div>
  )
}

export const leadClass = classes.lead
