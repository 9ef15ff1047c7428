/** Family names: kanji, kana, romaji for the e-mail. Variants of a name appear side by side, as in a real register. */
export const surnames = `
佐藤 サトウ sato,鈴木 スズキ suzuki,高橋 タカハシ takahashi,髙橋 タカハシ takahashi,田中 タナカ tanaka,伊藤 イトウ ito,渡辺 ワタナベ watanabe,渡邉 ワタナベ watanabe
渡邊 ワタナベ watanabe,山本 ヤマモト yamamoto,小林 コバヤシ kobayashi,加藤 カトウ kato,吉田 ヨシダ yoshida,𠮷田 ヨシダ yoshida,山田 ヤマダ yamada,佐々木 ササキ sasaki
山口 ヤマグチ yamaguchi,松本 マツモト matsumoto,井上 イノウエ inoue,木村 キムラ kimura,林 ハヤシ hayashi,斎藤 サイトウ saito,齋藤 サイトウ saito,斉藤 サイトウ saito
清水 シミズ shimizu,山崎 ヤマザキ yamazaki,山﨑 ヤマサキ yamasaki,森 モリ mori,池田 イケダ ikeda,橋本 ハシモト hashimoto,阿部 アベ abe,石川 イシカワ ishikawa
前田 マエダ maeda,藤田 フジタ fujita,小川 オガワ ogawa,後藤 ゴトウ goto,長谷川 ハセガワ hasegawa,村上 ムラカミ murakami,近藤 コンドウ kondo,坂本 サカモト sakamoto
遠藤 エンドウ endo,青木 アオキ aoki,藤井 フジイ fujii,西村 ニシムラ nishimura,福田 フクダ fukuda,太田 オオタ ota,藤原 フジワラ fujiwara,松田 マツダ matsuda
上田 ウエダ ueda,和田 ワダ wada,中島 ナカジマ nakajima,中嶋 ナカシマ nakashima,濵田 ハマダ hamada,浜田 ハマダ hamada,小澤 オザワ ozawa,東 アズマ azuma
島田 シマダ shimada,大西 オオニシ onishi,新井 アライ arai,武田 タケダ takeda,杉山 スギヤマ sugiyama,千葉 チバ chiba,野口 ノグチ noguchi,五十嵐 イガラシ igarashi
勅使河原 テシガワラ teshigawara,小比類巻 コヒルイマキ kohiruimaki,長宗我部 チョウソカベ chosokabe,二階堂 ニカイドウ nikaido,堀 ホリ hori,南 ミナミ minami,大久保 オオクボ okubo,早乙女 サオトメ saotome`
  .trim()
  .split(/[,\n]/)
  .map((line) => {
    const [name, kana, romaji] = line.split(' ') as [string, string, string]
    return { name, kana, romaji }
  })

const parseGivenNames = (text: string) =>
  text
    .trim()
    .split(/[,\n]/)
    .map((line) => {
      const [name, kana, from, to] = line.split(' ') as [string, string, string, string?]
      return { name, kana, born_from: Number(from), born_to: to === undefined ? Number.POSITIVE_INFINITY : Number(to) }
    })

/** Given names with the first and the last birth year of people so named; names still in use have no last year. */
export const femaleNames = parseGivenNames(`
和子 カズコ 1930 1960,幸子 サチコ 1930 1960,節子 セツコ 1930 1955,洋子 ヨウコ 1935 1968,恵子 ケイコ 1940 1972,京子 キョウコ 1935 1968,美智子 ミチコ 1935 1965,久美子 クミコ 1948 1975
由美子 ユミコ 1948 1976,明美 アケミ 1952 1975,直美 ナオミ 1955 1980,真由美 マユミ 1955 1980,裕子 ユウコ 1950 1982,陽子 ヨウコ 1950 1985,智子 トモコ 1952 1984,香織 カオリ 1965 1990
恵 メグミ 1968 1995,愛 アイ 1975,千尋 チヒロ 1970,美穂 ミホ 1965 1995,真理 マリ 1955 1990,彩 アヤ 1975 2002,麻衣 マイ 1978 2000,美咲 ミサキ 1985
葵 アオイ 1990,さくら サクラ 1985,結衣 ユイ 1992,莉子 リコ 1994,陽菜 ヒナ 1995,碧 アオイ 1992,七海 ナナミ 1988,楓 カエデ 1985
千代 チヨ 1930 1948,フミ フミ 1930 1945,静江 シズエ 1930 1950,育代 イクヨ 1945 1970,純子 ジュンコ 1945 1980,理恵 リエ 1962 1990,沙織 サオリ 1972 1998,優子 ユウコ 1958 1995`)

export const maleNames = parseGivenNames(`
茂 シゲル 1930 1958,勝 マサル 1930 1965,清 キヨシ 1930 1960,正 タダシ 1930 1960,実 ミノル 1930 1965,隆 タカシ 1940 1980,義男 ヨシオ 1930 1960,和夫 カズオ 1935 1962
誠 マコト 1945 1995,健 ケン 1955 2005,浩 ヒロシ 1948 1982,修 オサム 1942 1972,博之 ヒロユキ 1952 1980,哲也 テツヤ 1955 1990,直樹 ナオキ 1962 1998,健太 ケンタ 1975 2005
大輔 ダイスケ 1972 2000,拓也 タクヤ 1975 2003,翔太 ショウタ 1982 2005,颯太 ソウタ 1995,蓮 レン 1994,大翔 ヒロト 1996,悠斗 ユウト 1995,一 ハジメ 1930 1985
仁 ジン 1955 2000,学 マナブ 1950 1985,徹 トオル 1950 1985,修平 シュウヘイ 1970 2002,陽一 ヨウイチ 1948 1985,信 シン 1950 1995,敏行 トシユキ 1942 1972,英樹 ヒデキ 1955 1985
秀明 ヒデアキ 1948 1980,康平 コウヘイ 1972 2002,俊介 シュンスケ 1972 2003,亮 リョウ 1970 2005,圭 ケイ 1970 2005,龍之介 リュウノスケ 1985,辰雄 タツオ 1930 1958,喜久雄 キクオ 1930 1955`)
