import { isJsonObject, type Json } from '../../exchange/json.js';

/** What is wrong with a request that shall be explained. */
export function judgeAsked(asked: Json | undefined): string[] {
  if (!isJsonObject(asked)) return ['expected {"method": "GET", "url": "/api/v2/ping"}'];
  const { method, url, headers, body: _body, ...others } = asked;
  const wrong = Object.keys(others).map(
    (key) => `${key}: not known here, expected method, url, headers or body`,
  );
  if (typeof method !== 'string' || !/^[A-Za-z]{1,20}$/.test(method)) {
    wrong.push('method: expected a method such as "GET"');
  }
  if (typeof url !== 'string' || !/^(\/|https?:\/\/)/.test(url) || !URL.canParse(url, 'http://127.0.0.1')) {
    wrong.push('url: expected a path or an absolute URL');
  }
  if (headers !== undefined && !isTextsByName(headers)) wrong.push('headers: expected texts by name');
  return wrong;
}

function isTextsByName(value: Json): boolean {
  return isJsonObject(value) && Object.values(value).every((one) => typeof one === 'string');
}
