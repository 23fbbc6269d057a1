/**
 * The same function, which remembers its last result. For what several ask with the same text in a row: the parts of one
 * request, or requests of one client.
 */
export function rememberLast<Value>(work: (text: string) => Value): (text: string) => Value {
  let last: { readonly text: string; readonly value: Value } | undefined;
  return (text) => {
    if (last?.text !== text) last = { text, value: work(text) };
    return last.value;
  };
}
