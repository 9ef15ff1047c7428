import type { Product } from '@sukoyaka/wire/people/product'
import { IconMessage, IconPhone } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { selectMe } from '../../../api/session.ts'
import { useAppSelector } from '../../../api/store.ts'
import { ButtonLink } from '../../../ui/button/Button.tsx'
import { useLanguage } from '../../../ui/date/tokyo.ts'
import { recordLang } from '../../../ui/text/record-lang.ts'
import { yen } from '../../../ui/text/yen.ts'
import { BuyBox } from '../cart/BuyBox.tsx'
import { useCart } from '../cart/use-cart.ts'
import { imagesOf, ProductPicture } from '../ProductPicture.tsx'
import { useStockWords } from '../words.ts'
import { OwnReasons } from './OwnReasons.tsx'
import classes from './ProductDetail.module.css'

/**
 * A product with its images, price, what the care team says about it, and the button that adds it to the cart. Buyers without chat (`hasChat`) can ask
 * by phone.
 */
export function ProductDetail({ product, hasChat }: { product: Product; hasChat: boolean }) {
  const { t } = useTranslation('shop')
  const language = useLanguage()
  const me = useAppSelector(selectMe)
  const { isBuyer } = useCart()
  const { display_name: name, description, reason, category } = product
  const stock = useStockWords()(product)
  const langOf = (text: string) => recordLang(text, language)
  return (
    <article className={classes.product}>
      <Images product={product} />
      <div className={classes.side}>
        <header>
          <p className={classes.category}>{category?.display_name}</p>
          <h1 className={classes.name} lang={langOf(name)}>
            {name}
          </h1>
        </header>
        {isBuyer ? <OwnReasons product_id={product.id} /> : null}
        <div>
          <p>
            <span className={classes.price}>{yen(product.price_with_tax)}</span> <span className={classes.small}>{t('price.taxed')}</span>
          </p>
          <p className={classes.small}>{t('price.without', { price: yen(product.price), rate: product.tax_rate })}</p>
        </div>
        {stock ? <p className={classes.stock}>{stock}</p> : null}
        {isBuyer ? <BuyBox product={product} /> : null}
      </div>
      <div className={classes.texts}>
        {description ? (
          <section>
            <h2>{t('product.about')}</h2>
            <p lang={langOf(description)}>{description}</p>
          </section>
        ) : null}
        {reason ? (
          <section>
            <h2>{t('product.reason')}</h2>
            <p lang={langOf(reason)}>{reason}</p>
          </section>
        ) : null}
        {isBuyer && me ? <Ask user_id={me.id} hasChat={hasChat} /> : null}
      </div>
    </article>
  )
}

function Ask({ user_id, hasChat }: { user_id: number; hasChat: boolean }) {
  const { t } = useTranslation('shop')
  return (
    <section className={classes.ask}>
      <p>{t(hasChat ? 'product.ask' : 'product.askDoctor')}</p>
      {hasChat ? (
        <ButtonLink to={`/messages/${user_id}`} size="small" icon={<IconMessage aria-hidden />}>
          {t('product.askTeam')}
        </ButtonLink>
      ) : (
        <ButtonLink to="/seller" size="small" icon={<IconPhone aria-hidden />}>
          {t('product.askPhone')}
        </ButtonLink>
      )}
    </section>
  )
}

/** The image, and small ones to choose from if there are several. */
function Images({ product }: { product: Product }) {
  const { t } = useTranslation('shop')
  const images = imagesOf(product)
  const [chosen, setChosen] = useState(0)
  const { display_name: name } = product
  return (
    <div className={classes.images}>
      <div className={classes.image}>
        <ProductPicture product={product} src={images[chosen]} alt={name} />
      </div>
      {images.length > 1 ? (
        <ul className={classes.thumbs}>
          {images.map((src, at) => (
            <li key={src}>
              <button type="button" className={classes.thumb} aria-pressed={at === chosen} onClick={() => setChosen(at)}>
                <ProductPicture product={product} src={src} alt={t('product.image', { at: at + 1, count: images.length })} />
              </button>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}
