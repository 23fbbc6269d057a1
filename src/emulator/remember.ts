/**
 * The same function, which works each object out once and remembers the result for as long as the object lives.
 * Right for objects that are never changed in place, as everything in a world is.
 */
export function remember<Key extends object, Value extends NonNullable<unknown>>(
  work: (key: Key) => Value,
): (key: Key) => Value {
  const known = new WeakMap<Key, Value>();
  return (key) => {
    let value = known.get(key);
    if (value === undefined) known.set(key, (value = work(key)));
    return value;
  };
}
