//! Lists of bytes, written and read as a whole: the same bytes in compact formats as one by one, sooner.

use serde::de::{self, Deserializer, Visitor};
use serde::ser::Serializer;
use std::fmt;

/// Writes a list.
pub(crate) fn serialize<S: Serializer>(list: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_bytes(list)
}

/// Reads a list.
pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u8>, D::Error> {
    struct List;

    impl Visitor<'_> for List {
        type Value = Vec<u8>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a list of bytes")
        }

        fn visit_bytes<E: de::Error>(self, bytes: &[u8]) -> Result<Vec<u8>, E> {
            Ok(bytes.to_vec())
        }
    }

    deserializer.deserialize_bytes(List)
}
