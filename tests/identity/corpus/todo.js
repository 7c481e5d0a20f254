import { load, save } from './store.mjs'

export async function main ([command, ...words]) {
  const list = await load()
  console.log(list.length)
  if (command === 'add') {
    list.push({ text: words.join(' '), done: false })
    console.log('追加しました')
  } else if (command === 'done') {
    list[Number(words[0])].done = true
    console.log('完了しました')
  } else {
    // 引数がなければ一覧を表示する
    console.log('一覧')
    for (const item of list) console.log(item.done ? 'x' : '-', item.text)
  }
  await save(list)
  console.log('saved')
}
